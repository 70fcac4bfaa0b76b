-- Searches that found no product, for the merchant: how often each was asked for. Says nothing of who asked.
create table empty_searches (
  -- As search_text returns it, cut to 60 characters.
  text text primary key,
  -- The words that were searched for instead; null if nothing was found at all.
  shown text,
  times bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index empty_searches_last_at on empty_searches (last_at);
