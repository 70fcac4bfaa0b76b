-- The orders whose buyers had no other when they were placed, by account, phone number and email address. The next migration
-- fills it.
create table first_orders (order_id bigint primary key);
create trigger orders_marked after insert on orders for each row execute function mark_first_order();
