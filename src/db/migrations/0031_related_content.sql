-- Posts and products that are related to a post or page by their texts, best first. Written by the job relate-articles.
create table related_content (
  article_id bigint not null references articles on delete cascade,
  position integer not null,
  related_article_id bigint references articles on delete cascade,
  related_product_id bigint references products on delete cascade,
  primary key (article_id, position),
  check (num_nonnulls(related_article_id, related_product_id) = 1)
);
create index related_content_article on related_content (related_article_id) where related_article_id is not null;
create index related_content_product on related_content (related_product_id) where related_product_id is not null;

-- Products that the text of a post or page names or links to, in the order of the text. Written by the same job.
create table article_products (
  article_id bigint not null references articles on delete cascade,
  product_id bigint not null references products on delete cascade,
  position integer not null,
  primary key (article_id, product_id)
);
create index article_products_product on article_products (product_id);

-- Posts and pages whose texts are new, and products whose names are, since the job's last run. Rows are only appended, possibly
-- several times, so that writers never wait for each other.
create table changed_texts (
  id bigint primary key generated always as identity,
  article_id bigint,
  product_id bigint,
  check (num_nonnulls(article_id, product_id) = 1)
);

-- Finds the products that a text names. Hashed, because a name can be too long for a tree.
create index product_search_name on product_search using hash (name);

-- Clicks on related posts by day.
create table related_clicks (
  day date not null,
  -- Posts and products, whose ids come from one sequence. Not references: the counts stay.
  origin_id bigint not null,
  target_id bigint not null,
  clicks bigint not null,
  primary key (day, origin_id, target_id)
);

-- The first page of an article's comments.
create index reviews_comments on reviews (article_id, created_at desc, id desc)
  where status = 'approved' and parent_id is null and article_id is not null;

insert into changed_texts (article_id) select id from articles;
