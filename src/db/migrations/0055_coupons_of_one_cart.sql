-- An account's coupons lie with its one cart (migration 0052), whatever was run first: this or the coupons themselves (0050).

-- Moves the coupons of one cart to another. What is brought along beats what waits there: where one of either wants to be
-- alone, what waits goes; else both stay together, as many as one cart takes, which `applyCoupon` says too.
create function move_coupons(from_session bigint, to_session bigint) returns void language plpgsql as $$
begin
  if not exists (select from cart_coupons cc where cc.session_id = from_session) then
    return;
  end if;
  with brought as (
    select c.id, c.is_individual from cart_coupons cc join coupons c on c.id = cc.coupon_id where cc.session_id = from_session
  ), waiting as (
    select c.id, c.is_individual, row_number() over (order by cc.entered_at, c.id) as place
    from cart_coupons cc join coupons c on c.id = cc.coupon_id
    where cc.session_id = to_session and c.id not in (select id from brought)
  )
  delete from cart_coupons cc using waiting
  where cc.session_id = to_session and cc.coupon_id = waiting.id
    and (waiting.is_individual or exists (select from brought b where b.is_individual)
      or waiting.place > 10 - (select count(*) from brought));
  with taken as (
    delete from cart_coupons cc where cc.session_id = from_session returning cc.coupon_id, cc.entered_at
  )
  insert into cart_coupons (session_id, coupon_id, entered_at) select to_session, coupon_id, entered_at from taken
  on conflict do nothing;
end $$;

-- `hold_cart` and migration 0052 call it by its name: coupons come along with the lines from now on.
alter function move_cart(bigint, bigint, integer) rename to move_cart_lines;
create function move_cart(from_session bigint, to_session bigint, most_lines integer) returns integer language plpgsql as $$
begin
  perform move_coupons(from_session, to_session);
  return move_cart_lines(from_session, to_session, most_lines);
end $$;

do $$
declare
  signed_in record;
begin
  for signed_in in
    select s.id from sessions s where s.user_id is not null and s.parked_at is null
      and exists (select from cart_coupons cc where cc.session_id = s.id) order by s.id
  loop
    perform hold_cart(signed_in.id, now(), 200);
  end loop;
end $$;
