-- The browser (user agent) that a user signed in with, for the account's list of sessions.
alter table sessions add column agent text not null default '';
