-- People with an account. Who signs in by phone has an e-mail address too: it is the one that was confirmed.
create table users (
  id bigint primary key generated always as identity,
  email text not null,
  -- The address as it is compared: one account an address, however it is written.
  email_key text not null unique check (email_key = lower(email_key)),
  -- International form (+923001234567). Not unique: nobody has proved that a number is his.
  phone text check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  first_name text not null default '',
  last_name text not null default '',
  role text not null default 'customer' check (role in ('customer', 'shop_manager', 'administrator')),
  -- argon2id in PHC form.
  password_hash text not null check (password_hash like '$argon2id$%'),
  password_changed_at timestamptz not null,
  created_at timestamptz not null,
  -- Since when the account lets nobody in.
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

-- Who wants an account, until the link in the mail to this address is followed: nobody takes another's address.
create table registrations (
  id bigint primary key generated always as identity,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  password_hash text not null,
  expires_at timestamptz not null
);
create index registrations_expiry on registrations (expires_at);

-- What a mail's link proves, once: that somebody reads the mail of this address. The token itself is only in the mail.
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

-- Mails that open an account forget their text once they are sent.
alter table mail_outbox add column is_secret boolean not null default false;

-- Failed tries by what they are counted for (a SHA-256 of account, address or both).
create table failed_tries (
  key bytea primary key,
  tries integer not null check (tries >= 0),
  expires_at timestamptz not null
);
create index failed_tries_expiry on failed_tries (expires_at);

-- Browsers from which somebody has signed in: a flood of wrong tries from elsewhere does not keep him out.
create table known_devices (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  seen_at timestamptz not null
);
create index known_devices_user on known_devices (user_id);

alter table sessions
  add column user_id bigint references users on delete cascade,
  add column signed_in_at timestamptz,
  -- Lives for weeks, not for days.
  add column is_remembered boolean not null default false,
  -- Signed out: nobody has its token any more, its cart waits for its owner's next sign-in.
  add column parked_at timestamptz,
  add check ((user_id is null) = (signed_in_at is null)),
  add check (parked_at is null or user_id is not null);
create index sessions_user on sessions (user_id) where user_id is not null;

alter table orders add column user_id bigint references users on delete set null;
create index orders_user on orders (user_id, id desc) where user_id is not null;
