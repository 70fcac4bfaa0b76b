create table coupons (
  id bigint primary key generated always as identity,
  code text not null check (code <> '' and length(code) <= 60),
  -- The code as it is looked up: small letters without spaces, signs that look alike being the same one.
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
  -- Ids that may be gone by now: ids are never given twice.
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
  -- The last guard of the limit, whatever the code above it does.
  check (used <= usage_limit)
);

-- The coupons that a session's cart has been given, in that order.
create table cart_coupons (
  session_id bigint not null references sessions on delete cascade,
  coupon_id bigint not null references coupons on delete cascade,
  entered_at timestamptz not null,
  primary key (session_id, coupon_id)
);
create index cart_coupons_coupon on cart_coupons (coupon_id);

-- What coupons took off an order, as it was then; and whose use of the coupon it was.
create table order_coupons (
  order_id bigint not null references orders on delete cascade,
  position integer not null,
  coupon_id bigint references coupons on delete set null,
  code text not null,
  discount bigint not null check (discount >= 0),
  frees_delivery boolean not null default false,
  user_id bigint references users on delete set null,
  -- In small letters, and in international form; "" when none was given.
  email text not null default '',
  phone text not null default '',
  -- The order failed or was cancelled: the use does not count.
  returned_at timestamptz,
  primary key (order_id, position)
);
-- How often a shopper has used a coupon is counted while the coupon is held: by each of what he is known by.
create index order_coupons_of_user on order_coupons (coupon_id, user_id) where returned_at is null and user_id is not null;
create index order_coupons_of_email on order_coupons (coupon_id, email) where returned_at is null and email <> '';
create index order_coupons_of_phone on order_coupons (coupon_id, phone) where returned_at is null and phone <> '';
create index order_coupons_user on order_coupons (user_id) where user_id is not null;

-- What coupons took off each line.
alter table order_lines add column discount bigint not null default 0 check (discount between 0 and line_total);

-- As migration 0046 has it, and whether there are coupons to be read.
create or replace function cart_lines_json(for_session bigint) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('key', l.line_key, 'productId', l.product_id, 'variationId', l.variation_id,
    'quantity', l.quantity, 'chosen', l.attributes, 'seenPrice', l.seen_price,
    'productStock', p.stock_quantity, 'productStatus', p.stock_status,
    'variationStock', v.stock_quantity, 'variationStatus', v.stock_status,
    'hasCoupons', exists (select from cart_coupons cc where cc.session_id = for_session)) order by l.line_number), '[]')
  from cart_lines l join products p on p.id = l.product_id
  left join products v on v.id = l.variation_id and v.parent_id = p.id
  where l.session_id = for_session and l.removed_at is null
$$;
