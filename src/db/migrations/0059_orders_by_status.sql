-- Orders of a status, newest first. Orders wait while it is built: about 1 s with 1,000,000 orders.
create index orders_status on orders (status, created_at desc, id desc);
