-- Pages and posts.
create table articles (
  id bigint primary key default nextval('content_ids'),
  type text not null check (type in ('page', 'post')),
  slug text not null unique check (slug ~ '^[^\s/]+$'),
  title text not null,
  excerpt text not null default '',
  body text not null default '',
  status text not null default 'publish' check (status in ('publish', 'draft')),
  author text not null default '',
  media_id bigint references media on delete set null,
  -- A publish row with a later time is scheduled.
  published_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index articles_published on articles (type, published_at desc) where status = 'publish';

-- Topics of posts: categories and tags of the content side, apart from the catalogue's.
create table topics (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('category', 'tag')),
  slug text not null,
  name text not null,
  unique (kind, slug)
);

create table article_topics (
  article_id bigint not null references articles on delete cascade,
  topic_id bigint not null references topics on delete cascade,
  position integer not null default 0,
  primary key (article_id, topic_id)
);

-- Menus by place ('primary', 'footer', 'legal'): a tree of {label, path, children}.
create table menus (
  place text primary key,
  items jsonb not null
);

-- Reviews of products; replies are rows with a parent and no rating.
create table reviews (
  id bigint primary key generated always as identity,
  product_id bigint not null references products on delete cascade,
  parent_id bigint references reviews on delete cascade,
  author_name text not null,
  author_email text not null default '',
  rating smallint check (rating between 1 and 5),
  body text not null,
  status text not null default 'approved' check (status in ('approved', 'held', 'spam', 'trash')),
  is_verified boolean not null default false,
  created_at timestamptz not null default now(),
  -- The id in the file it came from, so that an import repeated changes nothing.
  source_id text unique,
  check (parent_id is null or rating is null)
);
create index reviews_product on reviews (product_id, created_at desc) where status = 'approved';
