-- What an order tells of itself to whoever counts purchases, and where its buyer came from.
alter table orders
  add column transaction_id text not null generated always as (id::text) stored,
  -- The shop's name on the day.
  add column affiliation text not null default '',
  -- Of the pages on which it was ordered, as in <html lang>.
  add column language text not null default 'en',
  -- What the buyer agreed to, by its name; nothing where the form did not ask.
  add column consent jsonb not null default '{}',
  -- Fields of shop/attribution by name; null: nothing is known.
  add column attribution jsonb;
