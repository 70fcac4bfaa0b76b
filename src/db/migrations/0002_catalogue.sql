create table categories (
  id bigint primary key generated always as identity,
  parent_id bigint references categories on delete restrict,
  slug text not null unique check (slug ~ '^[^\s/]+$'),
  name text not null check (name <> ''),
  description text not null default '',
  media_id bigint references media on delete set null,
  position integer not null default 0,
  check (parent_id <> id)
);
create index categories_parent on categories (parent_id, position, name);

create table tags (
  id bigint primary key generated always as identity,
  slug text not null unique,
  name text not null
);

-- Attributes shared by the whole shop ("global"): their values have slugs and an order. Product-local ones have no row here.
create table attributes (
  id bigint primary key generated always as identity,
  slug text not null unique,
  name text not null
);

create table attribute_values (
  id bigint primary key generated always as identity,
  attribute_id bigint not null references attributes on delete cascade,
  slug text not null,
  name text not null,
  position integer not null default 0,
  unique (attribute_id, slug)
);

create table products (
  id bigint primary key default nextval('content_ids'),
  type text not null check (type in ('simple', 'variable', 'variation', 'grouped', 'external')),
  parent_id bigint references products on delete cascade,
  slug text unique,
  sku text unique check (sku <> ''),
  name text not null,
  -- 'private' is a disabled variation or a product only the office sees.
  status text not null default 'publish' check (status in ('publish', 'draft', 'private', 'pending')),
  visibility text not null default 'visible' check (visibility in ('visible', 'catalog', 'search', 'hidden')),
  featured boolean not null default false,
  short_description text not null default '',
  description text not null default '',
  -- Integer minor units of the store currency; null means "no price", which cannot be bought.
  regular_price bigint check (regular_price >= 0),
  sale_price bigint check (sale_price >= 0),
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  tax_status text not null default 'taxable' check (tax_status in ('taxable', 'shipping', 'none')),
  tax_class text not null default '',
  manages_stock boolean not null default false,
  stock_quantity integer,
  stock_status text not null default 'instock' check (stock_status in ('instock', 'outofstock', 'onbackorder')),
  low_stock_amount integer check (low_stock_amount >= 0),
  backorders text not null default 'no' check (backorders in ('no', 'notify', 'yes')),
  sold_individually boolean not null default false,
  min_quantity integer check (min_quantity >= 1),
  max_quantity integer check (max_quantity >= 1),
  is_virtual boolean not null default false,
  is_downloadable boolean not null default false,
  download_limit integer,
  download_expiry_days integer,
  -- Grams and millimetres: whole numbers, so that no float reaches a shipping rule.
  weight_grams integer check (weight_grams >= 0),
  length_mm integer check (length_mm >= 0),
  width_mm integer check (width_mm >= 0),
  height_mm integer check (height_mm >= 0),
  shipping_class text not null default '',
  reviews_allowed boolean not null default true,
  purchase_note text not null default '',
  external_url text not null default '',
  button_text text not null default '',
  position integer not null default 0,
  -- Facts kept for sorting and cards, written by the verbs that change their sources.
  total_sales bigint not null default 0,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  -- The table that opens the description (Brand, Item Form, Quantity ...) as [{"label", "value"}], kept by the verbs that
  -- change the description, so that cards need not read whole descriptions.
  facts jsonb not null default '[]',
  extra_meta jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((type = 'variation') = (parent_id is not null)),
  check (type = 'variation' or slug is not null),
  check (not manages_stock or stock_quantity is not null),
  -- Stock never goes below zero unless the shopkeeper takes backorders: the last guard, whatever the code above it does.
  check (not manages_stock or stock_quantity >= 0 or backorders <> 'no'),
  check (sale_starts_at is null or sale_ends_at is null or sale_starts_at < sale_ends_at),
  check (min_quantity is null or max_quantity is null or min_quantity <= max_quantity)
) with (fillfactor = 85);
create index products_parent on products (parent_id, position, id) where parent_id is not null;
create index products_listing on products (position, name, id) where type <> 'variation' and status = 'publish';
create index products_sale_starts on products (sale_starts_at) where sale_starts_at is not null;
create index products_sale_ends on products (sale_ends_at) where sale_ends_at is not null;

create table product_categories (
  product_id bigint not null references products on delete cascade,
  category_id bigint not null references categories on delete cascade,
  position integer not null default 0,
  primary key (product_id, category_id)
);
create index product_categories_category on product_categories (category_id, product_id);

create table product_tags (
  product_id bigint not null references products on delete cascade,
  tag_id bigint not null references tags on delete cascade,
  position integer not null default 0,
  primary key (product_id, tag_id)
);
create index product_tags_tag on product_tags (tag_id, product_id);

-- The attributes of a product in their order. A global one points at its row; a local one has only a name.
create table product_attributes (
  product_id bigint not null references products on delete cascade,
  position integer not null,
  attribute_id bigint references attributes on delete restrict,
  -- The key on the wire is attribute_{slug}: pa_{attribute slug} for global attributes, the slug of the name for local ones.
  slug text not null,
  name text not null,
  is_visible boolean not null default true,
  is_for_variations boolean not null default false,
  -- Display names of the offered values, in order. Wire values are slugs for global attributes, the names for local ones.
  options text[] not null default '{}',
  default_option text,
  primary key (product_id, position),
  unique (product_id, slug)
);

-- What a variation is: one row per attribute; an empty value means "any".
create table variation_attributes (
  variation_id bigint not null references products on delete cascade,
  slug text not null,
  value text not null,
  primary key (variation_id, slug)
);

create table product_media (
  product_id bigint not null references products on delete cascade,
  position integer not null,
  media_id bigint not null references media on delete cascade,
  primary key (product_id, position)
);
create index product_media_media on product_media (media_id);

create table product_links (
  product_id bigint not null references products on delete cascade,
  kind text not null check (kind in ('upsell', 'cross_sell', 'grouped')),
  position integer not null,
  linked_id bigint not null references products on delete cascade,
  primary key (product_id, kind, linked_id)
);

create table product_downloads (
  product_id bigint not null references products on delete cascade,
  position integer not null,
  download_key text not null,
  name text not null,
  -- Path below the private downloads folder, or an http(s) URL.
  file text not null,
  primary key (product_id, position)
);

-- Ids of imported files that were not free here: an import repeated finds its row again.
create table imported_product_ids (
  source_id bigint primary key,
  product_id bigint not null unique references products on delete cascade
);
