-- Products and variations whose pieces come with a licence key each. The row is locked while their keys are assigned.
create table licence_lists (
  product_id bigint primary key references products on delete cascade,
  created_at timestamptz not null
);

-- Licences that buyers are owed: one for each piece, written when the order is first paid or completed.
create table order_licences (
  id bigint primary key generated always as identity,
  order_id bigint not null,
  position int not null,
  -- Counts the pieces of the line from 1.
  piece int not null,
  product_id bigint references products on delete set null,
  granted_at timestamptz not null,
  unique (order_id, position, piece),
  foreign key (order_id, position) references order_lines on delete cascade
);
create index order_licences_product on order_licences (product_id);

create table licence_keys (
  id bigint primary key generated always as identity,
  product_id bigint references products on delete set null,
  licence_key text not null,
  -- Whose it is; null: free. A key that was shown once is never sold again.
  licence_id bigint unique references order_licences on delete cascade,
  added_at timestamptz not null,
  assigned_at timestamptz,
  unique (product_id, licence_key)
);
create index licence_keys_free on licence_keys (product_id, id) where licence_id is null;
