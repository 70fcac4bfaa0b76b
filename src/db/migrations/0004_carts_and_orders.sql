-- A visitor who has something to keep. The token itself is only in the visitor's cookie.
create table sessions (
  id bigint primary key generated always as identity,
  token_hash bytea not null unique,
  -- The customer id in the cookie that the field's clients read: t_ and 30 hex characters.
  customer_key text not null unique,
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_expiry on sessions (expires_at);

create table session_notices (
  id bigint primary key generated always as identity,
  session_id bigint not null references sessions on delete cascade,
  kind text not null check (kind in ('success', 'error', 'info')),
  message_key text not null,
  message_values jsonb not null default '{}'
);
create index session_notices_session on session_notices (session_id, id);

create table cart_lines (
  session_id bigint not null references sessions on delete cascade,
  line_key text not null check (line_key ~ '^[0-9a-f]{32}$'),
  product_id bigint not null references products on delete cascade,
  variation_id bigint references products on delete cascade,
  -- Chosen values by wire key (attribute_{slug}), in the product's order.
  attributes jsonb not null default '{}',
  quantity integer not null check (quantity between 1 and 1000000),
  added_at timestamptz not null,
  -- A removed line waits here for "Undo" until the next visit.
  removed_at timestamptz,
  primary key (session_id, line_key)
);
create index cart_lines_product on cart_lines (product_id);

create table orders (
  id bigint primary key generated always as identity (start 1001),
  order_key text not null unique check (order_key ~ '^wc_order_[A-Za-z0-9]{13,}$'),
  status text not null check (status in ('pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed')),
  currency text not null,
  -- Integer minor units, and how many decimals they have.
  currency_minor_unit smallint not null,
  subtotal bigint not null check (subtotal >= 0),
  shipping_total bigint not null check (shipping_total >= 0),
  discount_total bigint not null check (discount_total >= 0),
  tax_total bigint not null check (tax_total >= 0),
  total bigint not null check (total >= 0),
  shipping_method text not null default '',
  shipping_method_title text not null default '',
  payment_method text not null,
  payment_method_title text not null,
  billing jsonb not null,
  shipping jsonb not null,
  customer_note text not null default '',
  cart_hash text not null,
  session_id bigint references sessions on delete set null,
  -- One checkout is one order: a form sent twice carries the same attempt.
  checkout_attempt text unique,
  customer_ip text not null default '',
  customer_agent text not null default '',
  created_via text not null default 'checkout',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (total = subtotal - discount_total + shipping_total + tax_total)
);
create index orders_created on orders (created_at desc);
create index orders_session on orders (session_id);

create table order_lines (
  order_id bigint not null references orders on delete cascade,
  position integer not null,
  product_id bigint references products on delete set null,
  variation_id bigint references products on delete set null,
  name text not null,
  sku text not null default '',
  attributes jsonb not null default '[]',
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price >= 0),
  line_total bigint not null check (line_total >= 0),
  -- How many were taken from stock, and whose stock it was: what a cancellation gives back.
  stock_product_id bigint references products on delete set null,
  stock_taken integer not null default 0,
  primary key (order_id, position)
);
create index order_lines_product on order_lines (product_id);

-- What happened to an order, when, and who said so.
create table order_events (
  id bigint primary key generated always as identity,
  order_id bigint not null references orders on delete cascade,
  kind text not null,
  detail text not null default '',
  happened_at timestamptz not null
);
create index order_events_order on order_events (order_id, id);
