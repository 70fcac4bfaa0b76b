-- What was imported from WordPress sites, so that a repeated import changes nothing and an interrupted one continues.
create table wordpress_items (
  -- As in articles.source_id: wordpress:<site>:<id>.
  source_id text primary key,
  -- null: it was removed here since.
  article_id bigint references articles on delete set null,
  -- SHA-256 of what the file said.
  content_hash bytea not null,
  -- articles.updated_at as the import wrote it: a later one means that the article was changed here since.
  article_updated_at timestamptz not null,
  -- False if pictures were unavailable: the next import tries again.
  is_complete boolean not null,
  -- Of a page's parent, which may be imported later; null for none.
  parent_source_id text
);
create index wordpress_items_article on wordpress_items (article_id);
create index wordpress_items_parent on wordpress_items (parent_source_id) where parent_source_id is not null;
