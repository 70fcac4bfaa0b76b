-- Moves everything in one cart to another: lines, coupons, delivery. Returns how many lines were dropped because the
-- destination would have more than `most_lines`. Called by lock_cart.
create or replace function move_cart(from_session bigint, to_session bigint, most_lines integer) returns integer
language plpgsql as $$
begin
  perform move_coupons(from_session, to_session);
  perform move_delivery(from_session, to_session);
  return move_cart_lines(from_session, to_session, most_lines);
end $$;
