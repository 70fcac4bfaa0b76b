-- Who changed what, when and from where. Triggers write it, so that no code path and no plain SQL is left out.
create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  -- user: somebody signed in; command: npm run shop; key: an API client; job; shop: a visitor's request; database: another
  -- program on the database.
  actor_kind text not null check (actor_kind in ('user', 'command', 'key', 'job', 'shop', 'database')),
  -- A user's id, or the name of the command, key, job or program; "" for the shop.
  actor text not null,
  -- The network address, or the machine and account of a command; "" unknown.
  address text not null,
  -- What kind of thing changed or happened, such as "setting", and which one.
  action text not null,
  subject text not null,
  -- The changed values; null for none.
  before jsonb,
  after jsonb
);
create index audit_log_at on audit_log (at);
create index audit_log_subject on audit_log (action, subject, id);

-- Append-only: rows are never changed, and can be deleted only after 90 days.
create trigger audit_log_unchanged before update or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_log_kept before delete on audit_log
  for each row when (old.at > now() - interval '90 days') execute function refuse_audit_change();

create trigger settings_added_audited after insert or delete on settings
  for each row execute function audit_row('setting', 'key', 'value');
create trigger settings_changed_audited after update on settings
  for each row when (old.value is distinct from new.value) execute function audit_row('setting', 'key', 'value');

-- Accounts of staff; customers' own are theirs.
create trigger staff_added_audited after insert on users
  for each row when (new.role <> 'customer') execute function audit_row('user', 'id', 'role');
create trigger staff_changed_audited after update of role, disabled_at, password_hash on users
  for each row when ((old.role <> 'customer' or new.role <> 'customer') and (old.role, old.disabled_at, old.password_hash)
    is distinct from (new.role, new.disabled_at, new.password_hash))
  execute function audit_row('user', 'id', 'role', 'disabled_at', 'password_hash');
create trigger staff_removed_audited after delete on users
  for each row when (old.role <> 'customer') execute function audit_row('user', 'id', 'role');

-- Prices and stock that staff, commands and jobs change. What orders take is in the orders.
create trigger products_audited after update of regular_price, sale_price, stock_quantity on products
  for each row when (current_setting('chowk.actor', true) <> ''
    and (old.regular_price, old.sale_price, old.stock_quantity)
      is distinct from (new.regular_price, new.sale_price, new.stock_quantity))
  execute function audit_row('product', 'id', 'regular_price', 'sale_price', 'stock_quantity');

create trigger orders_audited after update of status on orders
  for each row when (old.status is distinct from new.status) execute function audit_row('order', 'id', 'status');
