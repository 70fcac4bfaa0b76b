-- Owners who want a mail when a wished product gets cheaper or is back in stock.
create table wishlist_alerts (
  owner_id bigint primary key references wishlist_owners on delete cascade,
  -- A guest's address; null for users: their account's.
  email text,
  -- SHA-256 of the token in the mail that confirms a guest's address; null until it is written.
  confirm_hash bytea unique,
  -- Mails are sent only once this is set.
  confirmed_at timestamptz,
  -- What the links that end the mails contain; it grants nothing else.
  stop_token text not null unique,
  requested_at timestamptz not null,
  -- The version of the owner's lists when their products were last looked at; null: never.
  checked_version uuid
);

-- Wished products that were out of stock when last looked at.
create table wishlist_absences (
  product_id bigint primary key references products on delete cascade,
  -- Distinguishes this absence from earlier ones.
  id bigint not null generated always as identity,
  since timestamptz not null
);

-- At most one row: how far the change log was read.
create table wishlist_alert_progress (
  id boolean primary key default true check (id),
  cursor text not null
);

alter table wishlist_items
  -- The price that the owner was last told, in minor units of `currency`; null: none since it was added.
  add column told_price bigint check (told_price >= 0),
  -- The absence whose end the owner was last told.
  add column told_absence bigint;

-- Every product that an owner ever wished for, also after it has left the lists (for the cart, say): what the shop learns from.
create table wishlist_wishes (
  owner_id bigint not null references wishlist_owners on delete cascade,
  product_id bigint not null references products on delete cascade,
  -- The first time.
  wished_at timestamptz not null,
  primary key (owner_id, product_id)
);
create index wishlist_wishes_product on wishlist_wishes (product_id);

-- What visitors of a shared list will give. Never shown to the list's owner.
create table wishlist_gifts (
  item_id bigint primary key references wishlist_items on delete cascade,
  -- SHA-256 of the token in the giver's cookie.
  giver_hash bytea not null,
  marked_at timestamptz not null
);
