-- Store settings: typed defaults live in src/shop/settings; a row exists only where the shopkeeper chose otherwise.
create table settings (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

-- Products, variations, pages, posts and media share one id sequence, as the field's clients expect of post ids.
create sequence content_ids as bigint start 1000;

create table media (
  id bigint primary key default nextval('content_ids'),
  -- Lower-case hex SHA-256 of the original's bytes: the same picture imported twice is one row.
  content_hash text not null unique check (content_hash ~ '^[0-9a-f]{64}$'),
  -- Path of the original below the media folder, with forward slashes.
  file text not null unique,
  media_type text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  byte_size integer not null check (byte_size > 0),
  alt text not null default '',
  title text not null default '',
  caption text not null default '',
  created_at timestamptz not null default now(),
  renditions_made_at timestamptz
);

create table media_renditions (
  media_id bigint not null references media on delete cascade,
  format text not null check (format in ('avif', 'webp', 'jpeg')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  file text not null unique,
  byte_size integer not null check (byte_size > 0),
  primary key (media_id, format, width)
);
