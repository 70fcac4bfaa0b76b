-- When names, addresses and contacts were removed from an order; null: they are still there.
alter table orders add column anonymized_at timestamptz;

-- Orders that the hourly job still has to take something from, oldest first.
create index orders_traced on orders (created_at) where customer_ip <> '' or customer_agent <> '';
create index orders_personal on orders (created_at) where user_id is null and anonymized_at is null;
