-- Notes what an order adds to the sums of its day: before a change with the opposite sign, and after it. Only rows are added, so
-- orders placed at the same time do not wait for each other.
create or replace function sum_order() returns trigger language plpgsql as $$
declare
  times integer := case tg_when when 'BEFORE' then -1 else 1 end;
begin
  insert into order_sum_changes (day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new)
  select day, currency, currency_minor_unit, source, times * orders, times * revenue, times * refunds, times * from_new
  from counted_orders where id = coalesce(new.id, old.id);
  return coalesce(new, old);
end $$;
