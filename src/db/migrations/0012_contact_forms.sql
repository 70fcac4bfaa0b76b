-- Contact forms, as shopkeepers write them in form-tag syntax.
create table contact_forms (
  id bigint primary key default nextval('content_ids'),
  -- What shortcodes name a form by: 7 hexadecimal characters.
  hash text not null unique check (hash ~ '^[0-9a-f]{7}$'),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> ''),
  locale text not null default 'en_US',
  template text not null,
  mail jsonb not null,
  -- Null: there is no second mail.
  second_mail jsonb,
  -- Messages that differ from the defaults, by name.
  messages jsonb not null default '{}',
  additional_settings text not null default '',
  -- How many messages the form has accepted; the last one's serial number.
  message_count bigint not null default 0,
  updated_at timestamptz not null
);

-- Messages that were accepted, spam included. A row is written before the answer, and mailed by a job.
create table contact_messages (
  id bigint primary key generated always as identity,
  -- Null: the form was deleted.
  form_id bigint references contact_forms on delete set null,
  form_title text not null,
  serial_number bigint not null,
  status text not null check (status in ('received', 'spam')),
  -- Values by field name, in the form's order: [[name, [value, ...]], ...].
  fields jsonb not null,
  subject text not null default '',
  from_name text not null default '',
  from_email text not null default '',
  -- The texts that were agreed to, by field name.
  consent jsonb not null default '{}',
  -- Page, address, browser, posted hash and the like, by the name of their mail tag.
  meta jsonb not null default '{}',
  spam_score integer not null default 0,
  spam_reasons jsonb not null default '[]',
  -- The mails as they are to be sent, with the field values already in them.
  mails jsonb not null default '[]',
  user_id bigint references users on delete set null,
  received_at timestamptz not null,
  unique (form_id, serial_number)
);
create index contact_messages_received on contact_messages (received_at);
create index contact_messages_email on contact_messages (lower(from_email)) where from_email <> '';
create index contact_messages_user on contact_messages (user_id) where user_id is not null;

create table contact_message_files (
  message_id bigint not null references contact_messages on delete cascade,
  position integer not null,
  field text not null,
  -- The visitor's name for it, without paths and control characters.
  name text not null,
  media_type text not null,
  size bigint not null check (size >= 0),
  -- Key in the storage of attachments; a name of ours.
  key text not null unique,
  primary key (message_id, position)
);
