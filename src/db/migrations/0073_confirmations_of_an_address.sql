-- How many confirmations an address was sent lately is asked with every order.
create index mail_outbox_confirmations on mail_outbox (lower(recipient), created_at) where mail_key like 'order-received:%';
