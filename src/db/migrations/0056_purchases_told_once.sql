-- When a buyer's browser was first shown what he bought, in numbers for those who count purchases: once for each order.
-- What is there has been shown long since.
alter table orders add column purchase_told_at timestamptz;
update orders set purchase_told_at = created_at;
