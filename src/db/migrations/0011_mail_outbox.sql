-- Mails that are to be sent, and that were. A mail is written once for what it is about, and sent by a job of its own.
create table mail_outbox (
  id bigint primary key generated always as identity,
  -- What the mail is: "order-received:1001". Written twice, it is still one mail.
  mail_key text not null unique,
  recipient text not null,
  reply_to text not null default '',
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamptz not null,
  -- Set after the mail server has taken it.
  sent_at timestamptz
);
create index mail_outbox_unsent on mail_outbox (created_at) where sent_at is null;
