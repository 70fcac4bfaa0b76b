-- Keeps the version before a change of an article's texts, and at most 20 of an article. Says who changed it as the audit log
-- does: kind and name of the actor (see db/actor.ts), "" for the shop itself.
create or replace function keep_article_revision() returns trigger language plpgsql as $$
declare
  who jsonb := coalesce(nullif(current_setting('chowk.actor', true), ''), '{}')::jsonb;
begin
  insert into article_revisions (article_id, made_at, author, title, excerpt, body)
  values (old.id, new.updated_at, coalesce((who ->> 'kind') || ' ' || (who ->> 'name'), ''), old.title, old.excerpt, old.body);
  delete from article_revisions where article_id = old.id and id not in (
    select id from article_revisions where article_id = old.id order by id desc limit 20);
  return null;
end $$;
