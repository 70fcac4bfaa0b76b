-- Carts whose owner agreed to one reminder by e-mail, and the reminders that were sent.
create table cart_reminders (
  -- The cart (sessions.cart_version), which changes with an order.
  cart_version uuid primary key,
  -- The row in sessions that holds it; null: the session has ended, and nobody is reminded.
  cart_id bigint references sessions on delete set null,
  email text not null check (email = lower(email)),
  -- The text beside the box that was ticked.
  text_hash text not null references consent_texts,
  consented_at timestamptz not null,
  mailed_at timestamptz,
  -- SHA-256 of the token in the mailed link.
  token_hash bytea unique,
  -- What was in the cart then: productId, variationId, quantity, chosen.
  lines jsonb,
  check ((mailed_at is null) = (token_hash is null) and (mailed_at is null) = (lines is null))
);
create index cart_reminders_cart on cart_reminders (cart_id);
create index cart_reminders_email on cart_reminders (email);
create index cart_reminders_waiting on cart_reminders (consented_at) where mailed_at is null;
