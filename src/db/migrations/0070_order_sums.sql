-- One row for each order that reports count: neither cancelled nor failed. A migration that changes this view must also refill
-- order_sums.
create view counted_orders as
select o.id, o.created_at, (o.created_at at time zone 'UTC')::date as day, o.currency, o.currency_minor_unit,
  order_source(o.attribution, o.consent) as source, 1 as orders, o.total as revenue,
  case when o.status = 'refunded' then o.total else 0 end as refunds, (f.order_id is not null)::integer as from_new
from orders o left join first_orders f on f.order_id = o.id
where o.status not in ('cancelled', 'failed');

-- Sums of these orders by day (UTC), currency and source.
create table order_sums (
  day date not null,
  currency text not null,
  currency_minor_unit smallint not null,
  -- From order_source.
  source jsonb not null,
  orders bigint not null,
  revenue numeric not null,
  refunds numeric not null,
  from_new bigint not null
);
-- The text is too long for an index.
create unique index order_sums_key on order_sums (day, currency, currency_minor_unit, md5(source::text));

-- Changes not yet added to order_sums.
create table order_sum_changes (
  id bigint generated always as identity primary key,
  like order_sums
);

-- The sums of this moment. The same day and source may have several rows.
create view current_order_sums as
select day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new from order_sums
union all
select day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new from order_sum_changes;

-- By its name the first one fires after orders_marked.
create trigger orders_sum_insert after insert on orders for each row execute function log_order_change();
create trigger orders_sum_before_delete before delete on orders for each row execute function log_order_change();
create trigger orders_sum_truncate after truncate on orders for each statement execute function log_order_change();
create trigger orders_sum_before_update
  before update of created_at, currency, currency_minor_unit, status, total, attribution, consent on orders for each row
  when ((old.created_at, old.currency, old.currency_minor_unit, old.status, old.total, order_source(old.attribution, old.consent))
    is distinct from
    (new.created_at, new.currency, new.currency_minor_unit, new.status, new.total, order_source(new.attribution, new.consent)))
  execute function log_order_change();
create trigger orders_sum_after_update
  after update of created_at, currency, currency_minor_unit, status, total, attribution, consent on orders for each row
  when ((old.created_at, old.currency, old.currency_minor_unit, old.status, old.total, order_source(old.attribution, old.consent))
    is distinct from
    (new.created_at, new.currency, new.currency_minor_unit, new.status, new.total, order_source(new.attribution, new.consent)))
  execute function log_order_change();
