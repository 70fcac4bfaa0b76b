-- When a buyer's browser was first shown what he bought, in numbers for those who count purchases: once for each order.
-- Orders that are there count as told. A default that is the same for all rows rewrites none of them.
alter table orders add column purchase_told_at timestamptz default now();
alter table orders alter column purchase_told_at drop default;
