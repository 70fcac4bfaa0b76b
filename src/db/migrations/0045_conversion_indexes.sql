-- Networks that rest after a failure.
create index conversions_resting on conversions (network, retry_at) where status = 'waiting' and retry_at is not null;

-- Orders that the hourly job still has to take something from have one index again, oldest first.
drop index orders_tracked;
drop index orders_traced;
create index orders_traced on orders (created_at) where customer_ip <> '' or customer_agent <> '' or tracking is not null;
