-- Up to which moment was announced what changes by itself (sales, articles that appear): one row, none before the first time.
create table due_announcements (
  id boolean primary key default true check (id),
  announced_until timestamptz not null
);
