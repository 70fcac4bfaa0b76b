-- The mail that tells of an account's deletion: of whom it went to nothing stays once it is sent.
alter table mail_outbox add column is_last boolean not null default false;
