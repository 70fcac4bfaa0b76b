-- Adds the orders minus the current sums. One statement sees one snapshot, so orders can be placed meanwhile. It can be repeated, for
-- example after rows were written without triggers.
insert into order_sum_changes (day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new)
select day, currency, currency_minor_unit, source, sum(orders), sum(revenue), sum(refunds), sum(from_new)
from (
  select day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new from counted_orders
  union all
  select day, currency, currency_minor_unit, source, -orders, -revenue, -refunds, -from_new from current_order_sums) parts
group by day, currency, currency_minor_unit, source
having (sum(orders), sum(revenue), sum(refunds), sum(from_new)) <> (0, 0, 0, 0);
