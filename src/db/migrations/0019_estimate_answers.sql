-- Answers to the shop's own fields of the estimate form (setting wishlist_estimate_fields): [{"label": "…", "value": "…"}].
alter table wishlist_estimates add column answers jsonb not null default '[]';
