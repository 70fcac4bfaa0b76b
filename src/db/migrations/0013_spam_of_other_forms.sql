-- Forms that were judged to be spam and have no table for it, such as requests for stock notifications. They can be released.
create table held_forms (
  id bigint primary key generated always as identity,
  -- What the form asks for: "back-in-stock", "estimate".
  kind text not null,
  -- What accepting it later takes.
  content jsonb not null,
  -- The sender's e-mail address; "" without.
  email text not null,
  ip text not null,
  user_agent text not null,
  spam_score integer not null,
  spam_reasons jsonb not null,
  received_at timestamptz not null
);
create index held_forms_received on held_forms (received_at);
create index held_forms_email on held_forms (lower(email)) where email <> '';

-- A file outlives its message until a job has deleted it from the storage; then message_id is null.
alter table contact_message_files
  drop constraint contact_message_files_pkey,
  drop constraint contact_message_files_key_key,
  drop constraint contact_message_files_message_id_fkey,
  alter column message_id drop not null,
  add primary key (key),
  add unique (message_id, position),
  add foreign key (message_id) references contact_messages on delete set null;
create index contact_message_files_unused on contact_message_files (key) where message_id is null;

-- At most one row: the last day whose uploads were compared with the messages.
create table contact_file_sweeps (
  id boolean primary key default true check (id),
  day date not null
);
