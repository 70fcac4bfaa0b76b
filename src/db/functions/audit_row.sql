-- Writes a change of a row to the audit log. Arguments: the action, the column that names the row, the columns to record.
-- Who it was is in the transaction's setting chowk.actor (see db/actor.ts); without it the shop itself, or another program on
-- the database by its name and role. Values of settings with "secret" in their name, and password hashes, are left out.
create or replace function audit_row() returns trigger language plpgsql as $$
declare
  who jsonb := coalesce(nullif(current_setting('chowk.actor', true), ''), '{}')::jsonb;
  program text := current_setting('application_name');
  before_row jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after_row jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  subject_name text := coalesce(after_row ->> tg_argv[1], before_row ->> tg_argv[1]);
  changed text[] := array(
    select name from unnest(tg_argv[2:]) name where before_row -> name is distinct from after_row -> name);
begin
  insert into audit_log (actor_kind, actor, address, action, subject, before, after)
  values (
    coalesce(who ->> 'kind', case when program = 'chowk' then 'shop' else 'database' end),
    coalesce(who ->> 'name', case when program = 'chowk' then '' else program || ' as ' || session_user end),
    coalesce(who ->> 'address', ''), tg_argv[0], subject_name,
    audited_values(subject_name, before_row, changed), audited_values(subject_name, after_row, changed));
  return null;
end $$;
