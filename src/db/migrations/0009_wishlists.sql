-- A user's or a guest's wishlists. Every change of them locks this row first.
create table wishlist_owners (
  id bigint primary key generated always as identity,
  user_id bigint unique references users on delete cascade,
  -- SHA-256 of the token in the guest's cookie.
  guest_hash bytea unique,
  -- Renewed by each visit of the guest.
  expires_at timestamptz,
  -- Changes with every change, so that browsers know whether their copy is current.
  version uuid not null default gen_random_uuid(),
  check (num_nonnulls(user_id, guest_hash) = 1),
  check ((guest_hash is null) = (expires_at is null))
);
create index wishlist_owners_expiry on wishlist_owners (expires_at) where expires_at is not null;

create table wishlists (
  id bigint primary key generated always as identity,
  owner_id bigint not null references wishlist_owners on delete cascade,
  -- What a shared link contains.
  token text not null unique check (token ~ '^[A-Z0-9]{12}$'),
  -- Empty: the default list has no name of its own.
  name text not null check (length(name) <= 200),
  privacy text not null check (privacy in ('public', 'shared', 'private')),
  is_default boolean not null,
  created_at timestamptz not null,
  check (is_default or name <> '')
);
create index wishlists_owner on wishlists (owner_id);
create unique index wishlists_default on wishlists (owner_id) where is_default;
create index wishlists_public on wishlists (created_at) where privacy = 'public';

create table wishlist_items (
  id bigint primary key generated always as identity,
  wishlist_id bigint not null references wishlists on delete cascade,
  -- A product, or the variation that was chosen.
  product_id bigint not null references products on delete cascade,
  -- Chosen values by wire key (attribute_{slug}), for variations that leave some open.
  attributes jsonb not null default '{}',
  quantity integer not null check (quantity between 1 and 9999),
  position integer not null default 0,
  added_at timestamptz not null,
  -- The store's price when the item was added, in minor units of `currency`; null: it had none.
  price bigint check (price >= 0),
  currency text not null,
  unique (wishlist_id, product_id)
);
create index wishlist_items_product on wishlist_items (product_id);
