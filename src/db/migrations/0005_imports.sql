-- Where a picture came from, as the imported file spelled it: a path beside that file, or a URL. An import repeated need
-- not fetch a URL again, and an export gives the file's own words back. The newest picture of a name has it.
create table media_sources (
  source text primary key,
  media_id bigint not null references media on delete cascade
);
create index media_sources_media on media_sources (media_id);

-- One row once the demo shop is in, so that a shop that was emptied on purpose stays empty.
create table demo_imports (
  is_done boolean primary key default true check (is_done),
  imported_at timestamptz not null default now()
);
