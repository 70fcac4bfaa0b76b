-- The video of a product: a file in the media storage, or one on YouTube.
create table product_videos (
  product_id bigint primary key references products on delete cascade,
  -- As in the imported list: a path next to it, or an address.
  source text not null,
  -- Key in the media storage; '' for one on YouTube.
  file text not null,
  -- "video/mp4"; '' for one on YouTube.
  media_type text not null,
  youtube_id text not null,
  -- The picture shown until it is played. Null: the product's first picture.
  poster_id bigint references media on delete set null,
  -- WebVTT: as in the imported list, and its key in the media storage; '' without.
  captions_source text not null default '',
  captions text not null default '',
  created_at timestamptz not null default now(),
  check ((file = '') <> (youtube_id = '') and (file = '') = (media_type = ''))
);
create index product_videos_poster on product_videos (poster_id) where poster_id is not null;

-- The pictures of a product that can be turned, in their order.
create table product_spin_frames (
  product_id bigint not null references products on delete cascade,
  position integer not null,
  media_id bigint not null references media on delete cascade,
  primary key (product_id, position)
);
create index product_spin_frames_media on product_spin_frames (media_id);
