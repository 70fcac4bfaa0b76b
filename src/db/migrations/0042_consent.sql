-- The texts that visitors read when they allowed or refused something, by the first 16 hexadecimal digits of their SHA-256.
create table consent_texts (
  hash text primary key check (hash ~ '^[0-9a-f]{16}$'),
  language text not null,
  body text not null,
  first_used_at timestamptz not null
);

-- What the visitor of the session chose, when, and below which text; null: nothing yet. Orders keep it in their consent.
alter table sessions add column consent jsonb;
