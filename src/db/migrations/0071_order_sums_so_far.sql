-- All orders, less what has been noted since the last migration, in one statement, which sees one moment. Orders can be placed
-- meanwhile.
insert into order_sums (day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new)
select day, currency, currency_minor_unit, source, sum(orders), sum(revenue), sum(refunds), sum(from_new)
from (
  select day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new from counted_orders
  union all
  select day, currency, currency_minor_unit, source, -orders, -revenue, -refunds, -from_new from current_order_sums) parts
group by day, currency, currency_minor_unit, source
having (sum(orders), sum(revenue), sum(refunds), sum(from_new)) <> (0, 0, 0, 0);
