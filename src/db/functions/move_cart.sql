-- Moves everything in one cart to another: lines, coupons, delivery. Returns how many lines were dropped because the
-- destination would have too many by `rules` (see lock_cart). Called by lock_cart.
create or replace function move_cart(from_session bigint, to_session bigint, rules jsonb) returns integer
language plpgsql as $$
begin
  perform move_coupons(from_session, to_session, (rules ->> 'maxCoupons')::integer);
  perform move_delivery(from_session, to_session);
  return move_cart_lines(from_session, to_session, (rules ->> 'maxLines')::integer, (rules ->> 'maxPerLine')::integer);
end $$;
