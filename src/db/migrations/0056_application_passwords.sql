-- Passwords of programs that use the REST API for a user.
create table application_passwords (
  uuid uuid primary key,
  user_id bigint not null references users on delete cascade,
  -- Given by the user, and by the program.
  name text not null check (name <> ''),
  app_id text not null default '',
  -- SHA-256 of the password, which is random and as hard to guess as the hash.
  hash bytea not null unique check (octet_length(hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  -- The network address of the last use.
  used_from text not null default ''
);
create index application_passwords_user on application_passwords (user_id, created_at);
