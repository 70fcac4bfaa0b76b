-- The tables of the first release, by area: settings, media, catalogue, search, imports, articles, reviews, accounts,
-- sessions, delivery, taxes, coupons, carts, orders, mail, scheduled work.
--
-- Money is in integer minor units of the store currency. SQL functions are in src/db/functions.

-- Trigrams find misspelled words. The extension comes with PostgreSQL; the owner of the database may create it.
do $$
begin
  create extension if not exists pg_trgm;
exception when undefined_file or feature_not_supported or insufficient_privilege then
  raise exception using
    errcode = 'CHOWK',
    message = format('The search needs PostgreSQL''s extension pg_trgm, which could not be created (%s): have an administrator run "create extension pg_trgm" in this database, after installing the server''s contrib package if it is missing.', sqlerrm);
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Settings
-- ---------------------------------------------------------------------------------------------------------------------

-- Only settings that differ from the defaults in src/shop/settings have a row.
create table settings (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Media
-- ---------------------------------------------------------------------------------------------------------------------

-- Products, variations, pages, posts and media share one sequence of ids, as WordPress post ids do.
create sequence content_ids as bigint start 1000;

create table media (
  id bigint primary key default nextval('content_ids'),
  -- SHA-256 of the original's bytes, in lower-case hex: importing a picture twice gives one row.
  content_hash text not null unique check (content_hash ~ '^[0-9a-f]{64}$'),
  -- Path of the original below the media folder, with forward slashes.
  file text not null unique,
  media_type text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  byte_size integer not null check (byte_size > 0),
  alt text not null default '',
  title text not null default '',
  caption text not null default '',
  created_at timestamptz not null default now(),
  renditions_made_at timestamptz,
  -- [{"format", "width", "height", "file"}] by format, then width. One value instead of rows, because every page reads
  -- them and they are written once, all together.
  renditions json not null default '[]' check (json_typeof(renditions) = 'array')
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Catalogue
-- ---------------------------------------------------------------------------------------------------------------------

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

-- Global attributes, whose values have slugs and an order. Attributes of a single product have no row here.
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

-- Products and their variations.
create table products (
  id bigint primary key default nextval('content_ids'),
  type text not null check (type in ('simple', 'variable', 'variation', 'grouped', 'external')),
  parent_id bigint references products on delete cascade,
  slug text unique,
  sku text unique check (sku <> ''),
  name text not null,
  -- 'private': a disabled variation, or a product that only the office sees.
  status text not null default 'publish' check (status in ('publish', 'draft', 'private', 'pending')),
  visibility text not null default 'visible' check (visibility in ('visible', 'catalog', 'search', 'hidden')),
  featured boolean not null default false,
  -- Variations have none of their own.
  brand text not null default '',
  short_description text not null default '',
  description text not null default '',
  -- Null: no price, so it cannot be bought.
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
  -- Grams and millimetres as whole numbers, so that no float reaches a shipping rule.
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
  -- Derived values for sorting and cards, written by the code that changes their sources.
  total_sales bigint not null default 0,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  -- The table at the top of the description (Brand, Item Form ...) as [{"label", "value"}], so that cards need not read
  -- whole descriptions.
  facts jsonb not null default '[]',
  extra_meta jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Bulk offer: this many pieces for this price. A variation without an offer has its product's.
  offer_pieces integer check (offer_pieces between 2 and 1000000),
  offer_price bigint check (offer_price > 0),
  check ((type = 'variation') = (parent_id is not null)),
  check (type = 'variation' or slug is not null),
  check (not manages_stock or stock_quantity is not null),
  -- The last safeguard against overselling, whatever the code does.
  check (not manages_stock or stock_quantity >= 0 or backorders <> 'no'),
  check (sale_starts_at is null or sale_ends_at is null or sale_starts_at < sale_ends_at),
  check (min_quantity is null or max_quantity is null or min_quantity <= max_quantity),
  constraint products_offer check ((offer_pieces is null) = (offer_price is null))
) with (fillfactor = 85);
create index products_parent on products (parent_id, position, id) where parent_id is not null;
create index products_listing on products (position, name, id) where type <> 'variation' and status = 'publish';
-- The sitemap is divided by this index without reading the products. A sale changes none of its columns.
create index products_listed on products (id) include (updated_at)
  where type <> 'variation' and status = 'publish' and visibility in ('visible', 'catalog');
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

-- A product's attributes, in order. A global attribute refers to its row; a local one has only a name.
create table product_attributes (
  product_id bigint not null references products on delete cascade,
  position integer not null,
  attribute_id bigint references attributes on delete restrict,
  -- On the wire the key is attribute_{slug}. Global: pa_{slug of the attribute}; local: the slug of the name.
  slug text not null,
  name text not null,
  is_visible boolean not null default true,
  is_for_variations boolean not null default false,
  -- Display names of the offered values, in order. On the wire, values of global attributes are slugs, of local ones names.
  options text[] not null default '{}',
  default_option text,
  primary key (product_id, position),
  unique (product_id, slug)
);

-- The attribute values of a variation. An empty value means "any".
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
-- A change of a product also changes the groups that list its price.
create index product_links_group_members on product_links (linked_id) where kind = 'grouped';

create table product_downloads (
  product_id bigint not null references products on delete cascade,
  position integer not null,
  download_key text not null,
  name text not null,
  -- Path below the private downloads folder, or an http(s) URL.
  file text not null,
  primary key (product_id, position)
);

-- Requests for an e-mail when a product or variation is in stock again. Deleted once answered.
create table back_in_stock_requests (
  id bigint primary key generated always as identity,
  product_id bigint not null references products on delete cascade,
  -- A lower-case e-mail address, or a phone number in international form.
  contact text not null check (contact <> '' and length(contact) <= 254),
  created_at timestamptz not null,
  unique (product_id, contact)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Search
-- ---------------------------------------------------------------------------------------------------------------------

-- The searchable text of each product that the search may show; written by index_products, read into memory
-- (docs/decisions/0007-listings.md).
create table product_search (
  product_id bigint primary key references products on delete cascade,
  total_sales bigint not null,
  -- search_text of the name after a blank, so that every word follows a blank.
  name text not null,
  -- Distinct words and stems, separated by blanks.
  words text not null
);
-- Names stay in the row: every search record reads them.
alter table product_search alter column name set storage main;

-- Words of names, categories, tags and attributes: the candidates for correcting a misspelled word. May have words that no
-- product has any more, until the job forget-unused-words removes them.
create table search_vocabulary (word text primary key);
create index search_vocabulary_trigrams on search_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);

-- ---------------------------------------------------------------------------------------------------------------------
-- Imports
-- ---------------------------------------------------------------------------------------------------------------------

-- Ids in imported files that were taken here: a repeated import finds its product again.
create table imported_product_ids (
  source_id bigint primary key,
  product_id bigint not null unique references products on delete cascade
);

-- Where a picture came from, as the imported file wrote it (a path beside that file, or a URL): a repeated import does not
-- download it again, and an export writes the same source. The newest picture of a source has the row.
create table media_sources (
  source text primary key,
  media_id bigint not null references media on delete cascade
);
create index media_sources_media on media_sources (media_id);

-- At most one row: the import of the demo shop. An unfinished one is continued by the next start; after a finished one
-- the demo shop never comes back, even when the shop was emptied.
create table demo_imports (
  id boolean primary key default true check (id),
  begun_at timestamptz not null default now(),
  finished_at timestamptz
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Articles and menus
-- ---------------------------------------------------------------------------------------------------------------------

-- Pages and posts.
create table articles (
  id bigint primary key default nextval('content_ids'),
  type text not null check (type in ('page', 'post')),
  slug text not null unique check (slug ~ '^[^\s/]+$'),
  title text not null,
  excerpt text not null default '',
  body text not null default '',
  status text not null default 'publish' check (status in ('publish', 'draft')),
  author text not null default '',
  media_id bigint references media on delete set null,
  -- In the future: scheduled.
  published_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index articles_published on articles (type, published_at desc) where status = 'publish';

-- Categories and tags of posts, separate from those of products.
create table topics (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('category', 'tag')),
  slug text not null,
  name text not null,
  unique (kind, slug)
);

create table article_topics (
  article_id bigint not null references articles on delete cascade,
  topic_id bigint not null references topics on delete cascade,
  position integer not null default 0,
  primary key (article_id, topic_id)
);

-- One menu per place ('primary', 'footer', 'legal'): a tree of {label, path, children}.
create table menus (
  place text primary key,
  items jsonb not null
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Reviews
-- ---------------------------------------------------------------------------------------------------------------------

-- Reviews of products. A reply has a parent and no rating.
create table reviews (
  id bigint primary key generated always as identity,
  product_id bigint not null references products on delete cascade,
  parent_id bigint references reviews on delete cascade,
  author_name text not null,
  author_email text not null default '',
  rating smallint check (rating between 1 and 5),
  body text not null,
  status text not null default 'approved' check (status in ('approved', 'held', 'spam', 'trash')),
  is_verified boolean not null default false,
  created_at timestamptz not null default now(),
  -- Its id in the imported file, so that a repeated import changes nothing.
  source_id text unique,
  check (parent_id is null or rating is null)
);
create index reviews_product on reviews (product_id, created_at desc) where status = 'approved';

-- ---------------------------------------------------------------------------------------------------------------------
-- Accounts
-- ---------------------------------------------------------------------------------------------------------------------

create table users (
  id bigint primary key generated always as identity,
  -- Confirmed by a link in a mail.
  email text not null,
  -- The address as it is compared: one account per address, however it is written.
  email_key text not null unique check (email_key = lower(email_key)),
  -- International form (+923001234567). Not unique, because numbers are not verified.
  phone text check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  first_name text not null default '',
  last_name text not null default '',
  role text not null default 'customer' check (role in ('customer', 'shop_manager', 'administrator')),
  -- argon2id in PHC form.
  password_hash text not null check (password_hash like '$argon2id$%'),
  password_changed_at timestamptz not null,
  created_at timestamptz not null,
  -- Set: nobody can sign in to the account.
  disabled_at timestamptz
);
create index users_phone on users (phone) where phone is not null;

create table user_addresses (
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('billing', 'shipping')),
  address jsonb not null,
  primary key (user_id, kind)
);

create table user_meta (
  user_id bigint not null references users on delete cascade,
  key text not null,
  value text not null,
  primary key (user_id, key)
);

-- Addresses for which an account was requested, until the link in the mail is followed.
create table registrations (
  id bigint primary key generated always as identity,
  email text not null,
  expires_at timestamptz not null
);
create index registrations_expiry on registrations (expires_at);
-- Opening an account deletes all registrations of its address.
create index registrations_address on registrations (lower(email));

-- Links in mails. Each works once and proves that the reader receives mail at that address; the token itself is only in
-- the mail.
create table mail_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('registration', 'password-reset', 'email-change')),
  user_id bigint references users on delete cascade,
  registration_id bigint references registrations on delete cascade,
  -- email-change: the new address.
  email text,
  expires_at timestamptz not null,
  check ((registration_id is not null) = (purpose = 'registration')),
  check ((user_id is not null) = (purpose <> 'registration')),
  check ((email is not null) = (purpose = 'email-change'))
);
create index mail_tokens_user on mail_tokens (user_id);
create index mail_tokens_registration on mail_tokens (registration_id);
create index mail_tokens_expiry on mail_tokens (expires_at);

-- Points used of a rate limit, by a SHA-256 of the limit's name and key (see src/shop/rate-limits.ts).
create table rate_limits (
  key bytea primary key,
  points integer not null check (points >= 0),
  expires_at timestamptz not null
);
create index rate_limits_expiry on rate_limits (expires_at);

-- Browsers that have signed in before: failed attempts from elsewhere do not lock them out.
create table known_devices (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  seen_at timestamptz not null
);
create index known_devices_user on known_devices (user_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Sessions
-- ---------------------------------------------------------------------------------------------------------------------

-- A visitor with something to keep. Guests' carts are in their own row; an account has one cart, however many browsers
-- are signed in, in a row of its own (parked_at is set) that no token belongs to.
create table sessions (
  id bigint primary key generated always as identity,
  -- The token itself is only in the visitor's cookie.
  token_hash bytea not null unique,
  -- The customer id in the cookie that WooCommerce's clients read: t_ and 30 hex characters.
  customer_key text not null unique,
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  expires_at timestamptz not null,
  user_id bigint references users on delete cascade,
  signed_in_at timestamptz,
  -- Lives for weeks, not days.
  is_remembered boolean not null default false,
  -- Set on the row that holds an account's cart.
  parked_at timestamptz,
  -- Changes when an order takes the cart: the same cart is never ordered twice.
  cart_version uuid not null default gen_random_uuid(),
  check ((user_id is null) = (signed_in_at is null)),
  check (parked_at is null or user_id is not null)
);
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_id) where user_id is not null;
create unique index sessions_account_cart on sessions (user_id) where parked_at is not null;

-- Notices for the session's next page.
create table session_notices (
  id bigint primary key generated always as identity,
  session_id bigint not null references sessions on delete cascade,
  kind text not null check (kind in ('success', 'error', 'info')),
  message_key text not null,
  message_values jsonb not null default '{}'
);
create index session_notices_session on session_notices (session_id, id);

-- An account form that was sent after its session had ended: kept in the browser's new session until the same person
-- signs in there.
create table kept_forms (
  session_id bigint primary key references sessions on delete cascade,
  -- The user whose page it was; shown to nobody else.
  user_id bigint not null references users on delete cascade,
  name text not null,
  path text not null,
  -- By name of the control; no passwords.
  typed jsonb not null,
  kept_at timestamptz not null
);
create index kept_forms_user on kept_forms (user_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Delivery
-- ---------------------------------------------------------------------------------------------------------------------

-- Where the shop delivers, how, and at what price. Without zones the settings apply: one price for the whole country.
create table delivery_zones (
  id bigint primary key generated always as identity,
  name text not null unique check (name <> '' and length(name) <= 60),
  position integer not null check (position >= 0)
);

-- The countries, provinces and cities of a zone. A zone without places covers whatever no other zone names.
create table delivery_places (
  zone_id bigint not null references delivery_zones on delete cascade,
  country text not null check (country ~ '^[A-Z]{2}$'),
  state text not null default '' check (length(state) <= 40),
  -- As cityKey of shop/delivery/place.rules.ts writes it.
  city text not null default '' check (length(city) <= 160),
  primary key (zone_id, country, state, city)
);

create table delivery_methods (
  id bigint primary key generated always as identity,
  zone_id bigint not null references delivery_zones on delete cascade,
  kind text not null check (kind in ('flat_rate', 'free_shipping', 'local_pickup')),
  title text not null check (title <> '' and length(title) <= 100),
  position integer not null check (position >= 0),
  is_enabled boolean not null default true,
  -- The cost is price, plus per_item for each piece, plus per_kilogram for each started kilogram above included_grams,
  -- plus the price of each class in delivery_class_prices that something in the cart belongs to.
  price bigint not null default 0 check (price between 0 and 1000000000000),
  per_item bigint not null default 0 check (per_item between 0 and 1000000000000),
  per_kilogram bigint not null default 0 check (per_kilogram between 0 and 1000000000000),
  included_grams integer not null default 0 check (included_grams >= 0),
  -- From this subtotal after discounts on, flat_rate is free and free_shipping is offered.
  free_from bigint check (free_from between 0 and 1000000000000),
  -- Business days; null: the setting applies.
  days_min integer check (days_min between 0 and 365),
  days_max integer check (days_max between 0 and 365),
  check (num_nulls(days_min, days_max) in (0, 2) and days_min <= days_max),
  check (kind <> 'free_shipping' or (price = 0 and per_item = 0 and per_kilogram = 0)),
  check (kind <> 'local_pickup' or free_from is null)
);
create index delivery_methods_zone on delivery_methods (zone_id);

create table delivery_class_prices (
  method_id bigint not null references delivery_methods on delete cascade,
  shipping_class text not null check (shipping_class <> '' and length(shipping_class) <= 200),
  price bigint not null check (price between 0 and 1000000000000),
  primary key (method_id, shipping_class)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Taxes
-- ---------------------------------------------------------------------------------------------------------------------

-- Tax rates by place. For each class and label the most specific place wins; '' matches any.
create table tax_rates (
  id bigint primary key generated always as identity,
  -- '' is the standard class.
  tax_class text not null default '' check (length(tax_class) <= 60),
  -- ISO 3166-1 alpha-2.
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  state text not null default '' check (length(state) <= 60 and (state = '' or country <> '')),
  -- As cityKey of shop/delivery/place.rules.ts writes it.
  city text not null default '' check (length(city) <= 100 and (city = '' or country <> '')),
  -- Millionths: 170,000 is 17 %.
  per_million integer not null check (per_million between 0 and 1000000),
  label text not null check (label <> '' and length(label) <= 60),
  -- Whether delivery and fees are taxed too.
  covers_charges boolean not null default true,
  created_at timestamptz not null,
  unique (tax_class, label, country, state, city)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Coupons
-- ---------------------------------------------------------------------------------------------------------------------

create table coupons (
  id bigint primary key generated always as identity,
  code text not null check (code <> '' and length(code) <= 60),
  -- The code as it is looked up: lower case without spaces, look-alike characters made the same.
  code_key text not null unique check (code_key <> ''),
  kind text not null check (kind in ('percent', 'fixed_cart', 'fixed_product', 'free_delivery')),
  -- percent: hundredths of a percent; fixed: minor units; free_delivery: 0.
  amount bigint not null check (amount >= 0),
  minimum_spend bigint check (minimum_spend >= 0),
  maximum_spend bigint check (maximum_spend >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  usage_limit integer check (usage_limit > 0),
  usage_limit_per_shopper integer check (usage_limit_per_shopper > 0),
  used integer not null default 0 check (used >= 0),
  is_individual boolean not null default false,
  excludes_reduced boolean not null default false,
  allowed_emails text[] not null default '{}',
  -- May contain ids of deleted rows: ids are never reused.
  product_ids bigint[] not null default '{}',
  excluded_product_ids bigint[] not null default '{}',
  category_ids bigint[] not null default '{}',
  excluded_category_ids bigint[] not null default '{}',
  created_at timestamptz not null,
  disabled_at timestamptz,
  check (kind <> 'percent' or amount between 1 and 10000),
  check (kind not in ('fixed_cart', 'fixed_product') or amount > 0),
  check (minimum_spend <= maximum_spend),
  check (starts_at < ends_at),
  -- The last safeguard of the limit, whatever the code does.
  check (used <= usage_limit)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Carts: everything here belongs to the row of sessions that cart_of returns
-- ---------------------------------------------------------------------------------------------------------------------

create table cart_lines (
  session_id bigint not null references sessions on delete cascade,
  line_key text not null check (line_key ~ '^[0-9a-f]{32}$'),
  product_id bigint not null references products on delete cascade,
  variation_id bigint references products on delete cascade,
  -- Chosen values by wire key (attribute_{slug}), in the product's order.
  attributes jsonb not null default '{}',
  quantity integer not null check (quantity between 1 and 1000000),
  added_at timestamptz not null,
  -- A removed line is kept for "Undo" until the next visit.
  removed_at timestamptz,
  -- The order of the lines, independent of clocks.
  line_number bigint not null generated always as identity,
  -- The unit price that the shopper was shown last.
  seen_price bigint check (seen_price >= 0),
  primary key (session_id, line_key)
);
create index cart_lines_product on cart_lines (product_id);

-- Idempotency keys of adds: a repeated call with the same key counts once. Kept for a day.
create table cart_attempts (
  session_id bigint not null references sessions on delete cascade,
  attempt uuid not null,
  made_at timestamptz not null,
  primary key (session_id, attempt)
);
create index cart_attempts_made on cart_attempts (made_at);

-- A cart's coupons in the order in which they were entered.
create table cart_coupons (
  session_id bigint not null references sessions on delete cascade,
  coupon_id bigint not null references coupons on delete cascade,
  entered_at timestamptz not null,
  primary key (session_id, coupon_id)
);
create index cart_coupons_coupon on cart_coupons (coupon_id);

-- A cart's destination, shipping method and payment method, as far as the shopper has chosen them.
create table cart_deliveries (
  session_id bigint primary key references sessions on delete cascade,
  -- All four are null until a destination is chosen; '' is a part that was left out.
  country text check (country ~ '^[A-Z]{2}$'),
  state text check (length(state) <= 40),
  city text check (length(city) <= 80),
  postcode text check (length(postcode) <= 12),
  -- As on the wire, such as "flat_rate:3". A method that is no longer offered counts as not chosen.
  method_id text check (length(method_id) <= 60),
  payment_method text check (length(payment_method) <= 60),
  check (num_nulls(country, state, city, postcode) in (0, 4))
);

-- The checkout form that was refused last, so that the page can show it again. Deleted when an order is placed.
create table refused_checkouts (
  session_id bigint primary key references sessions on delete cascade,
  -- The form as typed, the payment method, and what is wrong.
  checkout jsonb not null
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Orders: copies of what was ordered, which later changes of products, coupons or taxes leave alone
-- ---------------------------------------------------------------------------------------------------------------------

create table orders (
  id bigint primary key generated always as identity (start 1001),
  order_key text not null unique check (order_key ~ '^wc_order_[A-Za-z0-9]{13,}$'),
  status text not null check (status in ('pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed')),
  currency text not null,
  -- Number of decimals of the currency.
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
  -- Idempotency key of the checkout form: a form sent twice places one order.
  checkout_attempt text unique,
  customer_ip text not null default '',
  customer_agent text not null default '',
  created_via text not null default 'checkout',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  user_id bigint references users on delete set null,
  -- Stays true when the account is deleted, so that the order key alone (from a forwarded mail, say) does not show it.
  is_of_account boolean not null default false,
  -- Saved by bulk offers.
  offer_total bigint not null default 0 check (offer_total >= 0),
  fee_total bigint not null default 0 check (fee_total >= 0),
  -- Whether tax_total is included in the prices instead of added.
  is_tax_included boolean not null default false,
  -- The part of tax_total on shipping.
  shipping_tax bigint not null default 0,
  -- Deadline of a bank transfer, the end of a day as the buyer is told; null: the order never expires.
  pay_by timestamptz,
  -- When an order by transfer first became processing or completed; null: unpaid, or another payment method.
  paid_at timestamptz,
  -- When the purchase was reported to the buyer's browser for analytics, which happens once per order.
  purchase_told_at timestamptz,
  -- The registration requested with the order: confirming it makes the order the account's. Not a foreign key, because
  -- registrations are deleted and their ids kept.
  registration_id bigint,
  -- The sessions.cart_version that was ordered.
  cart_version uuid unique,
  -- Hash of the form: the same checkout_attempt with another form is answered that the order was already placed. Deleted
  -- after a day, together with checkout_attempt.
  checkout_body text,
  -- Promised delivery time in business days; null: none was promised.
  shipping_days_min integer check (shipping_days_min >= 0),
  shipping_days_max integer check (shipping_days_max >= shipping_days_min),
  transaction_id text not null generated always as (id::text) stored,
  -- The shop's name at that time.
  affiliation text not null default '',
  -- Language of the pages on which it was ordered, as in <html lang>.
  language text not null default 'en',
  -- Consents by name; empty where the form asked for none.
  consent jsonb not null default '{}',
  -- Where the buyer came from: fields of shop/attribution by name; null: unknown.
  attribution jsonb,
  -- The buyer's number as numbers are compared (+923001234567), to count recent orders with it.
  phone text not null default '',
  constraint orders_shipping_tax check (shipping_tax between 0 and tax_total),
  constraint orders_parts check (total = subtotal - offer_total - discount_total
    + shipping_total + fee_total + case when is_tax_included then 0 else tax_total end)
);
create index orders_created on orders (created_at desc);
create index orders_session on orders (session_id);
create index orders_user on orders (user_id, id desc) where user_id is not null;
create index orders_registration on orders (registration_id) where registration_id is not null;
create index orders_forms on orders (created_at) where checkout_body is not null;
-- Unpaid orders by deadline, to cancel those that are overdue.
create index orders_unpaid on orders (pay_by) where status = 'on-hold' and paid_at is null and pay_by is not null;
create index orders_phone on orders (phone, payment_method, created_at)
  where phone <> '' and status not in ('cancelled', 'failed');

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
  -- How many were taken from stock, and from whose: a cancellation returns them.
  stock_product_id bigint references products on delete set null,
  stock_taken integer not null default 0,
  -- Taken off by coupons.
  discount bigint not null default 0,
  -- The bulk offer at that time and what it saved.
  offer_pieces integer,
  offer_price bigint,
  offer_saving bigint not null default 0 check (offer_saving >= 0),
  -- Added to the line, or included in it (orders.is_tax_included).
  tax bigint not null default 0 check (tax >= 0),
  primary key (order_id, position),
  constraint order_lines_parts check (discount >= 0 and discount + offer_saving <= line_total)
);
create index order_lines_product on order_lines (product_id);

-- Coupons used by an order, and by whom.
create table order_coupons (
  order_id bigint not null references orders on delete cascade,
  position integer not null,
  coupon_id bigint references coupons on delete set null,
  code text not null,
  discount bigint not null check (discount >= 0),
  frees_delivery boolean not null default false,
  user_id bigint references users on delete set null,
  -- Lower case, and international form; '' when not given.
  email text not null default '',
  phone text not null default '',
  -- Set when the order failed or was cancelled: the use does not count.
  returned_at timestamptz,
  primary key (order_id, position)
);
-- A shopper's uses of a coupon are counted by account, e-mail address and phone, while the coupon is locked.
create index order_coupons_of_user on order_coupons (coupon_id, user_id) where returned_at is null and user_id is not null;
create index order_coupons_of_email on order_coupons (coupon_id, email) where returned_at is null and email <> '';
create index order_coupons_of_phone on order_coupons (coupon_id, phone) where returned_at is null and phone <> '';
create index order_coupons_user on order_coupons (user_id) where user_id is not null;

-- Charges other than products and delivery.
create table order_fees (
  order_id bigint not null references orders on delete cascade,
  position integer not null,
  label text not null,
  amount bigint not null check (amount >= 0),
  primary key (order_id, position)
);

create table order_taxes (
  order_id bigint not null references orders on delete cascade,
  position integer not null,
  label text not null,
  per_million integer not null check (per_million >= 0),
  amount bigint not null check (amount >= 0),
  -- The part on delivery and fees.
  on_charges bigint not null check (on_charges between 0 and amount),
  primary key (order_id, position)
);

-- The history of an order.
create table order_events (
  id bigint primary key generated always as identity,
  order_id bigint not null references orders on delete cascade,
  kind text not null,
  detail text not null default '',
  happened_at timestamptz not null
);
create index order_events_order on order_events (order_id, id);

-- Sessions that have confirmed the phone or e-mail address of a guest's order and see it without being asked again.
create table order_viewers (
  order_id bigint not null references orders on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  primary key (order_id, session_id)
);
create index order_viewers_session on order_viewers (session_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Mail
-- ---------------------------------------------------------------------------------------------------------------------

-- Mails to send and mails sent. Each is sent by a job; sent ones are deleted after a while.
create table mail_outbox (
  id bigint primary key generated always as identity,
  -- What the mail is about, such as "order-received:1001". Written twice, it is still one mail.
  mail_key text not null unique,
  recipient text not null,
  reply_to text not null default '',
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamptz not null,
  -- Set after the mail server has accepted it.
  sent_at timestamptz,
  -- An attempt to send it may be running until then; afterwards another process may try.
  claimed_until timestamptz,
  -- Contains a link that opens an account: the text is deleted once it is sent.
  is_secret boolean not null default false,
  -- Tells of the deletion of an account: recipient and text are deleted once it is sent.
  is_last boolean not null default false,
  -- Set for mails about an account that may go to another address than the account's: deleted with it.
  user_id bigint references users on delete cascade
);
create index mail_outbox_unsent on mail_outbox (created_at) where sent_at is null;
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
create index mail_outbox_recipient on mail_outbox (lower(recipient));
-- Recent confirmations to an address are counted with every order.
create index mail_outbox_confirmations on mail_outbox (lower(recipient), created_at) where mail_key like 'order-received:%';
create index mail_outbox_user on mail_outbox (user_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Scheduled work
-- ---------------------------------------------------------------------------------------------------------------------

-- At most one row: until when changes that happen by themselves (sales, scheduled articles) were announced.
create table due_announcements (
  id boolean primary key default true check (id),
  announced_until timestamptz not null
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Change log
-- ---------------------------------------------------------------------------------------------------------------------

-- What changed, written in the transaction that changed it (decision 0022). Processes read it from their cursor on; the
-- transaction's id says which rows a cursor has not seen, since a lower id may commit after a higher one.
create table changes (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  tags text[] not null,
  at timestamptz not null default now(),
  primary key (xid, id)
);

-- One row. The epoch changes when the rows are replaced by a backup; a cursor of another epoch is void, and so is one that
-- has not seen all transactions up to `pruned_xid`.
create table change_log (
  id boolean primary key default true check (id),
  epoch uuid not null default gen_random_uuid(),
  pruned_xid xid8 not null default '0'
);
insert into change_log default values;
