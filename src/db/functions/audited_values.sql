-- Returns the recorded columns of a row for the audit log, without secrets; null for none. Of bodies only the length is recorded:
-- entries cannot be erased, and revisions keep the texts of articles.
create or replace function audited_values(subject_name text, row_values jsonb, columns text[]) returns jsonb
language sql immutable as $$
  select jsonb_object_agg(key, case
    when subject_name like '%secret%' or key = 'password_hash' then '"(secret)"'
    when key = 'body' then to_jsonb('(' || length(value #>> '{}')::text || ' characters)')
    else value end)
  from jsonb_each(row_values) where key = any (columns)
$$;
