-- What changed, written in the transaction that changed it (decision 0018). Processes read it from their cursor on; the
-- transaction's id says which rows a cursor has not seen, since a lower id may commit after a higher one.
create table changes (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  tags text[] not null,
  at timestamptz not null default now(),
  primary key (xid, id)
);

-- One row. The epoch changes when the rows are replaced by a backup; a cursor of another epoch is void, and so is one that
-- has not seen all transactions up to `pruned_xid`.
create table change_log (
  id boolean primary key default true check (id),
  epoch uuid not null default gen_random_uuid(),
  pruned_xid xid8 not null default '0'
);
insert into change_log default values;
