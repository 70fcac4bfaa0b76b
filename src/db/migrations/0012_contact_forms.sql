-- Contact forms, as shopkeepers write them in form-tag syntax.
create table contact_forms (
  id bigint primary key default nextval('content_ids'),
  -- The name in shortcodes: 7 hexadecimal characters.
  hash text not null unique check (hash ~ '^[0-9a-f]{7}$'),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> ''),
  locale text not null,
  template text not null,
  mail jsonb not null,
  -- The second mail; used only if it is active.
  mail_2 jsonb not null,
  -- Messages that differ from the defaults, by name.
  messages jsonb not null,
  additional_settings text not null,
  -- The serial number of the last stored message.
  message_count bigint not null default 0,
  updated_at timestamptz not null
);

-- Accepted messages, spam included. A row is written before the sender gets the answer; a job writes its mails.
create table contact_messages (
  id bigint primary key generated always as identity,
  -- Null: the form was deleted.
  form_id bigint references contact_forms on delete set null,
  form_title text not null,
  serial_number bigint not null,
  status text not null check (status in ('received', 'spam')),
  -- Whether a job still has to write the mails.
  mails text not null check (mails in ('none', 'waiting', 'written')),
  -- False: the row is deleted once its mails are written.
  is_kept boolean not null,
  -- In the form's order.
  fields jsonb not null,
  subject text not null,
  from_name text not null,
  from_email text not null,
  -- The texts that the sender agreed to, by field name.
  consent jsonb not null,
  -- Values of special mail-tags, such as the page and the browser.
  meta jsonb not null,
  spam_score integer not null,
  spam_reasons jsonb not null,
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
  -- The sender's name for it, without paths and control characters.
  name text not null,
  media_type text not null,
  size bigint not null check (size >= 0),
  -- Key in the storage of attachments.
  key text not null unique,
  primary key (message_id, position)
);

-- Captcha pictures that were handed out and not answered yet. Each can be answered once.
create table contact_challenges (
  -- Random; the picture's text and the answer are derived from it with the shop's secret.
  id bigint primary key,
  expires_at timestamptz not null
);
create index contact_challenges_expiry on contact_challenges (expires_at);

-- Further recipients, headers, the sender's name and attachments of a mail; null for mails without them.
alter table mail_outbox add column extras jsonb;
