-- Requests for an estimate of a wishlist's products. The shop is mailed each one.
create table wishlist_estimates (
  id bigint primary key generated always as identity,
  wishlist_id bigint not null references wishlists on delete cascade,
  -- Where the shop answers.
  email text not null check (length(email) <= 254),
  notes text not null check (length(notes) <= 2000),
  created_at timestamptz not null
);
create index wishlist_estimates_wishlist on wishlist_estimates (wishlist_id);
