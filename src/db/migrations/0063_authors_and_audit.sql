-- An account is one author. Two could be added at the same time; the first one stays.
update articles set author_id = kept.id
  from authors w join (select user_id, min(id) as id from authors group by user_id) kept on kept.user_id = w.user_id
  where articles.author_id = w.id and w.id <> kept.id;
delete from authors w using authors kept where kept.user_id = w.user_id and kept.id < w.id;
drop index authors_user;
create unique index authors_user on authors (user_id);

-- What staff, commands and jobs change in articles, their categories and tags. Texts are in the revisions.
drop trigger articles_changed_audited on articles;
create trigger articles_added_audited after insert on articles
  for each row when (current_setting('chowk.actor', true) <> '')
  execute function audit_row('article', 'slug', 'type', 'title', 'status', 'published_at');
create trigger articles_changed_audited after update on articles
  for each row when (current_setting('chowk.actor', true) <> ''
    and (old.slug, old.title, old.excerpt, old.body, old.status, old.published_at, old.author_id, old.media_id, old.parent_id,
      old.comments_open, old.is_sticky, old.format)
    is distinct from (new.slug, new.title, new.excerpt, new.body, new.status, new.published_at, new.author_id, new.media_id,
      new.parent_id, new.comments_open, new.is_sticky, new.format))
  execute function audit_row('article', 'slug', 'slug', 'title', 'excerpt', 'body', 'status', 'published_at', 'author_id', 'media_id',
    'parent_id', 'comments_open', 'is_sticky', 'format');

create trigger topics_added_audited after insert on topics
  for each row when (current_setting('chowk.actor', true) <> '')
  execute function audit_row('topic', 'id', 'kind', 'slug', 'name', 'description', 'parent_id');
create trigger topics_changed_audited after update on topics
  for each row when (current_setting('chowk.actor', true) <> ''
    and (old.slug, old.name, old.description, old.parent_id) is distinct from (new.slug, new.name, new.description, new.parent_id))
  execute function audit_row('topic', 'id', 'slug', 'name', 'description', 'parent_id');
create trigger topics_removed_audited after delete on topics
  for each row execute function audit_row('topic', 'id', 'kind', 'slug', 'name', 'description', 'parent_id');

-- What people decide about reviews and comments; what jobs do with them is a rule of the shop.
create trigger reviews_changed_audited after update of status, body on reviews
  for each row when (current_setting('chowk.actor', true) ~ '"kind":"(user|key|command)"'
    and (old.status, old.body) is distinct from (new.status, new.body))
  execute function audit_row('review', 'id', 'status', 'body');
create trigger reviews_removed_audited after delete on reviews
  for each row when (current_setting('chowk.actor', true) ~ '"kind":"(user|key|command)"')
  execute function audit_row('review', 'id', 'kind', 'status');
