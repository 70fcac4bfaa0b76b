-- A mail about an account may go to another address than the account's: one that is not proved yet, or the one before. It is
-- deleted with the account all the same.
alter table mail_outbox add column user_id bigint references users on delete cascade;
create index mail_outbox_user on mail_outbox (user_id);
-- Of those written before, as many as can be told.
update mail_outbox set user_id = users.id from users
where mail_key like 'email-changed:%' and split_part(mail_key, ':', 2) = users.id::text;
update mail_outbox set user_id = mail_tokens.user_id from mail_tokens
where mail_tokens.purpose = 'email-change' and mail_key like 'email-change:%'
  and lower(recipient) = lower(mail_tokens.email);
