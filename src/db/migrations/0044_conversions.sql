-- What networks are told by the server, and what became of it. Holds no personal data in clear: an order's is read from the order
-- when it is sent, an event's is sealed until then.
create table conversions (
  id bigint primary key generated always as identity,
  network text not null check (network in ('meta', 'tiktok', 'pinterest', 'snapchat', 'google')),
  -- The network's name of the event.
  event text not null,
  -- Ten hexadecimal digits; the browser's copy of the event has the same.
  event_id text not null,
  -- Null for what a browser reported.
  order_id bigint references orders (id) on delete cascade,
  -- purchase, refund or cancellation; null for what a browser reported.
  kind text check (kind in ('purchase', 'refund', 'cancellation')),
  -- waiting; sent: the network has taken it; refused: the network never will; skipped: not sent, for a reason of the shop's.
  status text not null check (status in ('waiting', 'sent', 'refused', 'skipped')),
  -- Why it was refused, skipped, or could not be sent yet; "" for none.
  reason text not null default '',
  -- A browser's event, encrypted; null once it is settled.
  sealed text,
  happened_at timestamptz not null,
  settled_at timestamptz,
  attempts int not null default 0,
  -- Until when nobody else sends it; null: nobody does.
  claimed_until timestamptz,
  -- When it may be sent again after a failure; null: at once.
  retry_at timestamptz,
  check ((order_id is null) = (kind is null)),
  check ((status = 'waiting') = (settled_at is null)),
  check (status = 'waiting' or sealed is null)
);
-- An order is bought, refunded and cancelled once, however often it is reported.
create unique index conversions_of_order on conversions (order_id, network, kind) where order_id is not null;
create unique index conversions_of_browser on conversions (event_id, network, event) where order_id is null;
create index conversions_waiting on conversions (network, id) where status = 'waiting';
create index conversions_happened on conversions (happened_at);

-- What the buyer allowed and what networks' scripts stored in the browser; null: nothing, or it was deleted.
alter table orders add column tracking jsonb;
create index orders_tracked on orders (created_at) where tracking is not null;
