-- The secret keys that hosts sign with, so that all hosts use the same. Backups do not contain them.
create table secret_keys (
  -- The first 32 hex digits of the key's SHA-256.
  fingerprint text primary key,
  -- null: hosts get the key from SECRET_KEY.
  key text,
  -- When it became the newest.
  since timestamptz not null
);
