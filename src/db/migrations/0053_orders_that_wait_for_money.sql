-- Orders whose transfer is waited for, by how long they wait: those that wait too long are cancelled.
create index orders_unpaid on orders (updated_at) where status = 'on-hold' and payment_method = 'bacs';
