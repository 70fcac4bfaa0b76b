-- Where the visitor came from, as the session's first request told: fields of shop/attribution by name; null: nothing.
alter table sessions add column landing jsonb;

-- Where the person came from who requested an account.
alter table registrations add column attribution jsonb;
