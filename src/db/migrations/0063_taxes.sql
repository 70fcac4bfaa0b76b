-- The taxes that hold at places. The most exact place wins for each class and label; "" leaves a part of the place open.
create table tax_rates (
  id bigint primary key generated always as identity,
  -- "" is the standard class.
  tax_class text not null default '' check (length(tax_class) <= 60),
  -- ISO 3166-1 alpha-2.
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  state text not null default '' check (length(state) <= 60 and (state = '' or country <> '')),
  -- In small letters without accents, as places are compared.
  city text not null default '' check (length(city) <= 100 and (city = '' or country <> '')),
  -- Millionths: 170,000 is 17 %.
  per_million integer not null check (per_million between 0 and 1000000),
  label text not null check (label <> '' and length(label) <= 60),
  covers_charges boolean not null default true,
  created_at timestamptz not null,
  unique (tax_class, label, country, state, city)
);

-- What each rate made of an order, as it was then; amounts in minor units.
create table order_taxes (
  order_id bigint not null references orders on delete cascade,
  position integer not null,
  label text not null,
  per_million integer not null check (per_million >= 0),
  amount bigint not null check (amount >= 0),
  -- The part that is on delivery and fees, or in them.
  on_charges bigint not null check (on_charges between 0 and amount),
  primary key (order_id, position)
);

-- The tax on each line, or in it. An older version writes orders without any.
alter table order_lines add column tax bigint not null default 0 check (tax >= 0);
