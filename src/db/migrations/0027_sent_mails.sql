-- Mails that were sent are forgotten after a time, and those to a deleted account with it.
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
create index mail_outbox_recipient on mail_outbox (lower(recipient));
