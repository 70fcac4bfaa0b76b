-- Where a picture came from, as the imported file spelled it: a path beside that file, or a URL. An import repeated need
-- not fetch a URL again, and an export gives the file's own words back. The newest picture of a name has it.
create table media_sources (
  source text primary key,
  media_id bigint not null references media on delete cascade
);
create index media_sources_media on media_sources (media_id);

-- At most one row: the demo shop was begun here. Unfinished, the next start goes on; finished, a shop that was emptied on
-- purpose stays empty.
create table demo_imports (
  id boolean primary key default true check (id),
  begun_at timestamptz not null default now(),
  finished_at timestamptz
);
