-- Addresses to which the shop has sent marketing mails by itself, or that refused them.
create table marketing_recipients (
  email text primary key check (email = lower(email)),
  -- Contained in the links that end the mails; it grants nothing else.
  stop_token text not null unique,
  -- When the person ended the mails; null: not refused.
  stopped_at timestamptz
);

-- The marketing mails that were sent, so that nobody gets one twice.
create table marketing_mails (
  kind text not null check (kind in ('welcome-coupon', 'review-request', 'cart-reminder', 'win-back')),
  -- What a mail of its kind is sent about once: an address, an order or a cart.
  about text not null,
  email text not null references marketing_recipients on delete cascade,
  -- The coupon in a welcome mail.
  coupon_id bigint references coupons on delete set null,
  created_at timestamptz not null,
  primary key (kind, about)
);
create index marketing_mails_email on marketing_mails (email, kind, created_at);
create index marketing_mails_coupon on marketing_mails (coupon_id) where coupon_id is not null;

-- Orders by the time at which they were completed, for requests for reviews.
create index order_events_completed on order_events (happened_at) where kind = 'status' and detail = 'completed';
