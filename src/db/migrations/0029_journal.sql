-- Authors, topics, statuses and revisions of articles as WordPress has them, so that an old site can move in whole.

create table authors (
  id bigint primary key generated always as identity,
  slug text not null unique check (slug ~ '^[^\s/]+$'),
  name text not null,
  bio text not null default '',
  -- The author's own site; "" for none.
  url text not null default '',
  media_id bigint references media on delete set null,
  user_id bigint references users on delete set null
);
create index authors_user on authors (user_id);
create index authors_media on authors (media_id);

alter table articles
  add column author_id bigint references authors on delete set null,
  -- As in WordPress ("video", "gallery"); null: standard.
  add column format text check (format <> ''),
  add column is_sticky boolean not null default false,
  add column comments_open boolean not null default true,
  -- Of a page: its place in breadcrumbs and menus. The address does not contain it.
  add column parent_id bigint references articles on delete set null,
  -- Where it was imported from, such as wordpress:<site>:<id>.
  add column source_id text unique,
  add constraint articles_parent check (parent_id is null or (type = 'page' and parent_id <> id)),
  drop constraint articles_status_check,
  add constraint articles_status_check check (status in ('publish', 'draft', 'pending', 'private', 'trash'));

-- Two names can have the same slug.
insert into authors (slug, name)
select case count(*) over (partition by base order by name) when 1 then base else base || '-' || left(md5(name), 8) end, name
from (
  select name, coalesce(nullif(trim(both '-' from regexp_replace(lower(name), '[^[:alnum:]]+', '-', 'g')), ''), 'author') as base
  from (select distinct author as name from articles where author <> '') names
) named;
update articles set author_id = (select id from authors where name = articles.author) where author <> '';
alter table articles drop column author;
update articles set comments_open = false where type = 'page';

create index articles_of_author on articles (author_id, published_at desc);
create index articles_parent on articles (parent_id) where parent_id is not null;
create index articles_media on articles (media_id);
create index articles_of_topic on article_topics (topic_id, article_id);

alter table topics
  add column description text not null default '',
  add column parent_id bigint check (parent_id <> id),
  add constraint topics_only_categories_have_parents check (parent_id is null or kind = 'category'),
  add unique (id, kind),
  add foreign key (parent_id, kind) references topics (id, kind) on delete set null (parent_id);
create index topics_parent on topics (parent_id) where parent_id is not null;

-- Versions of an article before its changes, at most 20 of each; written by a trigger.
create table article_revisions (
  id bigint primary key generated always as identity,
  article_id bigint not null references articles on delete cascade,
  -- When this version was replaced, and by whom; see keep_article_revision.
  made_at timestamptz not null,
  author text not null,
  title text not null,
  excerpt text not null,
  body text not null
);
create index article_revisions_of_article on article_revisions (article_id, id desc);

create trigger articles_revised after update of title, excerpt, body on articles
  for each row when ((old.title, old.excerpt, old.body) is distinct from (new.title, new.excerpt, new.body))
  execute function keep_article_revision();

create trigger articles_changed_audited after update of status, published_at on articles
  for each row when (current_setting('chowk.actor', true) <> ''
    and (old.status, old.published_at) is distinct from (new.status, new.published_at))
  execute function audit_row('article', 'slug', 'status', 'published_at');
create trigger articles_removed_audited after delete on articles
  for each row execute function audit_row('article', 'slug', 'title', 'status', 'published_at');

-- Permanent redirects from an old site's addresses, read where the shop has no page.
create table moved_addresses (
  -- Decoded, without host and query, in lower case, with a trailing slash.
  path text primary key check (path ~ '^/' and path = lower(path)),
  -- A path of this shop.
  target text not null check (target ~ '^/([^/\\]|$)'),
  -- What added it, such as wordpress:<site>.
  source text not null
);
