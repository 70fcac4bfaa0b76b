-- Reviews can be written in the shop, next to questions about products and comments on articles: one table, because all of
-- them are posted, judged, moderated and answered in the same way.
alter table reviews
  alter column product_id drop not null,
  add column article_id bigint references articles on delete cascade,
  add column kind text not null default 'review' check (kind in ('review', 'question', 'comment')),
  -- The review that its thread starts with; null for that review itself.
  add column thread_id bigint references reviews on delete cascade,
  add column user_id bigint references users on delete set null,
  -- An answer of the shop.
  add column is_staff boolean not null default false,
  -- Hash of subject, parent, author and text, so that nothing is posted twice; null for imported reviews.
  add column fingerprint bytea unique,
  add column helpful_count integer not null default 0,
  add column spam_score integer not null default 0,
  add column spam_reasons jsonb not null default '[]',
  -- Whether a job still has to write the mails about it.
  add column mails text not null default 'none' check (mails in ('none', 'waiting', 'written')),
  add constraint reviews_subject check (num_nonnulls(product_id, article_id) = 1),
  add constraint reviews_kind check ((kind = 'comment') = (article_id is not null)),
  add constraint reviews_thread check ((thread_id is null) = (parent_id is null)) not valid,
  add constraint reviews_rated check (rating is null or kind = 'review');
update reviews set thread_id = parent_id where parent_id is not null;
alter table reviews validate constraint reviews_thread;

drop index reviews_product;
-- One index for each order of the list, so that a page of 20 reads 20 rows of any number.
create index reviews_newest on reviews (product_id, kind, created_at desc, id desc)
  where status = 'approved' and parent_id is null;
create index reviews_highest on reviews (product_id, kind, rating desc nulls last, created_at desc, id desc)
  where status = 'approved' and parent_id is null;
create index reviews_lowest on reviews (product_id, kind, rating, created_at desc, id desc)
  where status = 'approved' and parent_id is null;
create index reviews_helpful on reviews (product_id, kind, helpful_count desc, created_at desc, id desc)
  where status = 'approved' and parent_id is null;
create index reviews_of_thread on reviews (thread_id, created_at, id) where thread_id is not null;
create index reviews_parent on reviews (parent_id) where parent_id is not null;
create index reviews_of_article on reviews (article_id, created_at, id) where article_id is not null;
create index reviews_of_product on reviews (product_id) where product_id is not null;
create index reviews_unapproved on reviews (created_at, id) where status <> 'approved';
create index reviews_email on reviews (lower(author_email)) where author_email <> '';
create index reviews_user on reviews (user_id) where user_id is not null;
create index reviews_waiting on reviews (id) where mails = 'waiting';

-- Approved reviews and questions of each product, counted by count_reviews.
create table review_totals (
  product_id bigint primary key references products on delete cascade,
  -- Reviews with 1, 2, 3, 4 and 5 stars.
  stars integer[] not null default '{0,0,0,0,0}',
  unrated integer not null default 0,
  questions integer not null default 0
);
insert into review_totals (product_id, stars, unrated)
select product_id, array[count(*) filter (where rating = 1), count(*) filter (where rating = 2),
  count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5)]::integer[],
  count(*) filter (where rating is null)
from reviews where status = 'approved' and parent_id is null group by product_id;

create trigger reviews_added after insert on reviews referencing new table as added
  for each statement execute function count_reviews();
create trigger reviews_changed after update on reviews referencing old table as removed new table as added
  for each statement execute function count_reviews();
create trigger reviews_removed after delete on reviews referencing old table as removed
  for each statement execute function count_reviews();

-- The pictures of a review. They stay in the private storage until the review is approved. A picture outlives its review
-- until a job has deleted it from the storage; then review_id is null.
create table review_pictures (
  id bigint primary key generated always as identity,
  review_id bigint references reviews on delete set null,
  position integer not null,
  -- Key in the storage of attachments; null once the picture is public.
  key text,
  media_id bigint references media on delete cascade,
  unique (review_id, position),
  check (num_nonnulls(key, media_id) = 1)
);
create index review_pictures_unused on review_pictures (id) where review_id is null;
create index review_pictures_key on review_pictures (key) where key is not null;
create index review_pictures_media on review_pictures (media_id) where media_id is not null;

-- Who found a review helpful, once each.
create table review_votes (
  review_id bigint not null references reviews on delete cascade,
  -- Hash of the account or the session.
  voter bytea not null,
  created_at timestamptz not null,
  primary key (review_id, voter)
);

create index orders_email on orders (lower(billing ->> 'email'));
