-- Files that articles and pages show or offer to everybody: videos, captions, sound, downloads.
create table public_files (
  id bigint primary key default nextval('content_ids'),
  -- Key in the media storage.
  file text not null,
  -- Shown to readers.
  name text not null,
  media_type text not null,
  byte_size bigint not null,
  -- The path that it was imported from, as blocks name it.
  source text not null unique,
  created_at timestamptz not null default now()
);
create index public_files_file on public_files (file);
