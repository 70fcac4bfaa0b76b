-- Orders of a status, newest first. Orders wait while it is built: 4 s with 1,000,000 orders, on a busy machine.
create index orders_status on orders (status, created_at desc, id desc);
