-- Which cart lies in a row of sessions: the one that an order has taken is never ordered again, another one begins with it.
alter table sessions add column cart_version uuid not null default gen_random_uuid();

alter table orders
  add column cart_version uuid unique,
  -- What the form said that was ordered by, as a hash: the same attempt with another is told that it was ordered already.
  add column checkout_body text;
-- Both are forgotten after a day: nobody sends the same form once more.
create index orders_forms on orders (created_at) where checkout_body is not null;
