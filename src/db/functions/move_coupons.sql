-- Moves the coupons of one cart to another. Rules: where a coupon of either cart excludes others, those already in the
-- destination are removed; otherwise both sets are kept, the moved ones first, at most `most_coupons` together. Called by
-- move_cart.
create or replace function move_coupons(from_session bigint, to_session bigint, most_coupons integer) returns void
language plpgsql as $$
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
      or waiting.place > most_coupons - (select count(*) from brought));
  with taken as (
    delete from cart_coupons cc where cc.session_id = from_session returning cc.coupon_id, cc.entered_at
  )
  insert into cart_coupons (session_id, coupon_id, entered_at) select to_session, coupon_id, entered_at from taken
  on conflict do nothing;
end $$;
