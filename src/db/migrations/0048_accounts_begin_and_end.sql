-- The mail that tells of an account's deletion: of whom it went to nothing stays once it is sent.
alter table mail_outbox add column is_last boolean not null default false;

-- A registration is an address: the rest is asked for behind its mail's link. These columns go in a later release.
alter table registrations
  alter column first_name set default '',
  alter column last_name set default '',
  alter column password_hash set default '';
