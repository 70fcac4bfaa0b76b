-- The words of each page and article by weight, as product_search has them of products; written by index_articles. Existing ones
-- get theirs from the job of migration 0003.
create table article_search (
  article_id bigint primary key references articles on delete cascade,
  -- search_text of the title after a blank.
  name text not null,
  words text not null,
  short_words text not null,
  long_words text not null
);
