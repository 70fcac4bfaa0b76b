-- A form of an account that was sent when its session had ended: what was typed waits in the browser's new session until the
-- same person signs in there.
create table kept_forms (
  session_id bigint primary key references sessions on delete cascade,
  -- Whose page it was, by its own word: it is shown to nobody else.
  user_id bigint not null references users on delete cascade,
  name text not null,
  path text not null,
  -- By name of the control; no passwords.
  typed jsonb not null,
  kept_at timestamptz not null
);
create index kept_forms_user on kept_forms (user_id);
