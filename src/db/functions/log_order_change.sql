-- Logs an order's share of its day's sums in order_sum_changes: negative before a change, positive after it. It only inserts, so
-- orders placed at the same time do not wait for each other. Truncating orders empties the sums.
create or replace function log_order_change() returns trigger language plpgsql as $$
declare
  sign integer := case tg_when when 'BEFORE' then -1 else 1 end;
begin
  if tg_op = 'TRUNCATE' then
    truncate order_sums, order_sum_changes;
    return null;
  end if;
  insert into order_sum_changes (day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new)
  select day, currency, currency_minor_unit, source, sign * orders, sign * revenue, sign * refunds, sign * from_new
  from counted_orders where id = coalesce(new.id, old.id);
  return coalesce(new, old);
end $$;
