-- Kinds of newsletters that a subscriber does not want.
alter table newsletter_subscribers add column unwanted text[] not null default '{}'
  check (unwanted <@ array['news', 'offers']);
-- The kind of a newsletter.
alter table newsletter_campaigns add column kind text not null default 'news' check (kind in ('news', 'offers'));
