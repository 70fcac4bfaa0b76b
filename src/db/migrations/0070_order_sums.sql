-- What reports count of each order that is neither cancelled nor failed. Sums are stored, so whoever changes this view builds
-- order_sums anew.
create view counted_orders as
select o.id, o.created_at, (o.created_at at time zone 'UTC')::date as day, o.currency, o.currency_minor_unit,
  jsonb_strip_nulls(jsonb_build_object(
    'origin', o.attribution -> 'origin', 'sourceType', o.attribution -> 'sourceType', 'utmSource', o.attribution -> 'utmSource',
    'utmCampaign', o.attribution -> 'utmCampaign', 'deviceType', o.attribution -> 'deviceType',
    'refused', case when o.attribution is null and (o.consent -> 'attribution' = 'false'
      -- Orders of earlier versions have only the answer to the shop's own question.
      or o.consent #> '{privacy,marketing}' = 'false') then true end)) as source,
  1 as orders, o.total as revenue, case when o.status = 'refunded' then o.total else 0 end as refunds,
  (f.order_id is not null)::integer as from_new
from orders o left join first_orders f on f.order_id = o.id
where o.status not in ('cancelled', 'failed');

-- Sums of these orders by day (UTC), currency and source.
create table order_sums (
  day date not null,
  currency text not null,
  currency_minor_unit smallint not null,
  -- Fields of shop/attribution by name, and `refused`.
  source jsonb not null,
  orders bigint not null,
  revenue numeric not null,
  refunds numeric not null,
  from_new bigint not null
);
-- The text is too long for an index.
create unique index order_sums_key on order_sums (day, currency, currency_minor_unit, md5(source::text));

-- What is to be added to the sums.
create table order_sum_changes (
  id bigint generated always as identity primary key,
  like order_sums
);

-- The sums of this moment: a day may have several rows of the same source.
create view current_order_sums as
select day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new from order_sums
union all
select day, currency, currency_minor_unit, source, orders, revenue, refunds, from_new from order_sum_changes;

-- Named so that it fires after orders_marked.
create trigger orders_summed after insert on orders for each row execute function sum_order();
create trigger orders_unsummed before delete on orders for each row execute function sum_order();
create trigger orders_summed_before before update on orders for each row
  when ((old.created_at, old.currency, old.currency_minor_unit, old.status, old.total, old.attribution, old.consent)
    is distinct from (new.created_at, new.currency, new.currency_minor_unit, new.status, new.total, new.attribution, new.consent))
  execute function sum_order();
create trigger orders_summed_after after update on orders for each row
  when ((old.created_at, old.currency, old.currency_minor_unit, old.status, old.total, old.attribution, old.consent)
    is distinct from (new.created_at, new.currency, new.currency_minor_unit, new.status, new.total, new.attribution, new.consent))
  execute function sum_order();
