-- Where the shop delivers, how, and for how much. Without any zone the settings say it: one price for the whole country.
create table delivery_zones (
  id bigint primary key generated always as identity,
  name text not null unique check (name <> '' and length(name) <= 60),
  position integer not null check (position >= 0)
);

-- What a zone is: countries, provinces, cities. One without any place is what no other zone names.
create table delivery_places (
  zone_id bigint not null references delivery_zones on delete cascade,
  country text not null check (country ~ '^[A-Z]{2}$'),
  state text not null default '' check (length(state) <= 40),
  -- In small letters, as places are compared.
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
  -- Amounts in minor units. What is brought costs price, and so much for each piece, each started kilogram beyond
  -- included_grams, and each class of delivery_class_prices that something in the cart is of.
  price bigint not null default 0 check (price between 0 and 1000000000000),
  per_item bigint not null default 0 check (per_item between 0 and 1000000000000),
  per_kilogram bigint not null default 0 check (per_kilogram between 0 and 1000000000000),
  included_grams integer not null default 0 check (included_grams >= 0),
  -- From what the lines cost after all that is taken off them: flat_rate costs nothing, free_shipping is offered at all.
  free_from bigint check (free_from between 0 and 1000000000000),
  -- Business days; null: as the settings have it.
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

-- What an order paid beside products and delivery, as it was then.
create table order_fees (
  order_id bigint not null references orders on delete cascade,
  position integer not null,
  label text not null,
  amount bigint not null check (amount >= 0),
  primary key (order_id, position)
);

-- In how many business days it was to arrive; null: nothing was said.
alter table orders add column shipping_days_min integer check (shipping_days_min >= 0);
alter table orders add column shipping_days_max integer check (shipping_days_max >= shipping_days_min);
