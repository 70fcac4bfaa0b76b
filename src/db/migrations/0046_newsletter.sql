-- Addresses on the newsletter's list, asked to join it, or that have left it.
create table newsletter_subscribers (
  id bigint primary key generated always as identity,
  email text not null unique check (email = lower(email)),
  -- The text below which the person asked; null: imported.
  text_hash text references consent_texts,
  requested_at timestamptz not null,
  -- SHA-256 of the token in the mail that confirms the address; null until it is written.
  confirm_hash bytea unique,
  -- Null: newsletters must not be sent yet.
  confirmed_at timestamptz,
  -- When the person left the list. The address is kept, so that an import cannot add it again.
  stopped_at timestamptz,
  -- Contained in the links that end the mails; it grants nothing else.
  stop_token text not null unique
);
create index newsletter_subscribers_unconfirmed on newsletter_subscribers (requested_at)
  where confirmed_at is null and stopped_at is null;
