-- Notes a new order as a first one if its buyer, by account, phone number and email address, has no other that is neither
-- cancelled nor failed. First orders of one buyer that are placed at the same time wait for each other, so that one of them counts
-- as the first; other orders wait for nothing.
create or replace function mark_first_order() returns trigger language plpgsql as $$
declare
  buyer_email text := coalesce(lower(new.billing ->> 'email'), '');
begin
  for attempt in 1..2 loop
    if new.phone <> '' and exists (select from orders
        where phone = new.phone and phone <> '' and status not in ('cancelled', 'failed') and id <> new.id)
      or new.user_id is not null and exists (select from orders
        where user_id = new.user_id and status not in ('cancelled', 'failed') and id <> new.id)
      or buyer_email <> '' and exists (select from orders
        where lower(billing ->> 'email') = buyer_email and status not in ('cancelled', 'failed') and id <> new.id) then
      return null;
    end if;
    -- In one order, so that two orders never wait for each other. The second attempt sees what was committed meanwhile.
    if attempt = 1 then
      perform pg_advisory_xact_lock(key) from (
        select hashtextextended('orders ' || kind || ' ' || value, 0) as key
        from (values ('phone', new.phone), ('user', new.user_id::text), ('email', buyer_email)) of_buyer(kind, value)
        where value <> '' order by 1) keys;
    end if;
  end loop;
  insert into first_orders (order_id) values (new.id);
  return null;
end $$;
