-- Newsletters that were sent, are being sent, or are paused.
create table newsletter_campaigns (
  id bigint primary key generated always as identity,
  -- The file's name; sending the same file again does nothing.
  name text not null unique,
  subject text not null,
  -- Markdown.
  body text not null,
  created_at timestamptz not null,
  paused_at timestamptz,
  -- When nobody was left to send it to.
  finished_at timestamptz
);

-- The subscribers to whom a campaign goes, chosen when it was queued.
create table newsletter_recipients (
  campaign_id bigint not null references newsletter_campaigns on delete cascade,
  subscriber_id bigint not null references newsletter_subscribers on delete cascade,
  -- waiting; claimed: being sent, or unclear after a crash or a lost answer, and never sent again; sent: the mail server accepted
  -- it; bounced: no such address; failed: refused too often; left: no longer a subscriber when it was their turn.
  state text not null default 'waiting' check (state in ('waiting', 'claimed', 'sent', 'bounced', 'failed', 'left')),
  attempts int not null default 0,
  -- When a refused mail is tried again; null: at once.
  retry_at timestamptz,
  -- When it was claimed, or what came of it recorded.
  changed_at timestamptz,
  -- The mail server's last refusal; "" for none.
  answer text not null default '',
  primary key (subscriber_id, campaign_id)
);
create index newsletter_recipients_by_state on newsletter_recipients (campaign_id, state, subscriber_id);
