-- Files that an order may download: written when the order is first paid or completed. Access ends with the order's status.
create table order_downloads (
  id bigint primary key generated always as identity,
  order_id bigint not null,
  position int not null,
  -- The product or variation whose file it is. A newer file with the same key replaces the one that was bought.
  product_id bigint references products on delete set null,
  download_key text not null,
  name text not null,
  -- As in product_downloads.
  file text not null,
  -- null: no limit.
  use_limit bigint,
  used int not null default 0,
  last_used_at timestamptz,
  -- Bytes of counted downloads that may still be sent, until then, without counting again.
  bytes_left bigint not null default 0,
  continues_until timestamptz,
  granted_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  unique (order_id, position, download_key),
  foreign key (order_id, position) references order_lines on delete cascade
);
create index order_downloads_product on order_downloads (product_id);
