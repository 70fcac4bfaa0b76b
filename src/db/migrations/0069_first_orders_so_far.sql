-- What a buyer had ordered when an order was placed is not stored: an earlier order counts unless it is cancelled or failed now.
insert into first_orders (order_id)
select id from (
  select id, least(
      case when phone <> '' then min(id) filter (where counts) over (partition by phone) end,
      case when user_id is not null then min(id) filter (where counts) over (partition by user_id) end,
      case when email <> '' then min(id) filter (where counts) over (partition by email) end) as earliest
  from (select id, phone, user_id, lower(billing ->> 'email') as email, status not in ('cancelled', 'failed') as counts
    from orders) o) o
where earliest is null or earliest >= id order by id
on conflict do nothing;
-- After the rows, so that all are checked at once. Orders first, as those that are being placed lock them.
lock table orders in share row exclusive mode;
alter table first_orders add foreign key (order_id) references orders on delete cascade;
