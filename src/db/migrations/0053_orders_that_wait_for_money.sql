alter table orders
  -- The last moment of the day until which a transfer is waited for, as the buyer is told; null: no term.
  add column pay_by timestamptz,
  -- When an order by transfer first was worked on or done, and so paid; null: not yet, or it is paid in another way.
  add column paid_at timestamptz;
-- Those of before have no term. Which of them were paid their events tell.
update orders set paid_at = paid.at
from (select order_id, min(happened_at) as at from order_events
  where kind = 'status' and detail in ('processing', 'completed') group by order_id) paid
where orders.id = paid.order_id and orders.payment_method = 'bacs';
-- Those that wait for their transfer, by how long they do: those that wait too long are cancelled.
create index orders_unpaid on orders (pay_by) where status = 'on-hold' and paid_at is null and pay_by is not null;
