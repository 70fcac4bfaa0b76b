-- Moves the lines of one cart to another, in their order, with the idempotency keys of their adds. Rules: quantities of a
-- line that both carts have are added, up to `most_per_line`; a removed line that waits for "Undo" gives way to one that does
-- not; lines beyond `most_lines` are dropped. Returns how many were dropped. Called by move_cart.
create or replace function move_cart_lines(
  from_session bigint, to_session bigint, most_lines integer, most_per_line integer
) returns integer language plpgsql as $$
declare
  held integer;
  left_out integer;
begin
  select count(*) into held from cart_lines l where l.session_id = to_session and l.removed_at is null;
  with taken as (
    delete from cart_lines l where l.session_id = from_session returning l.*
  ), marked as (
    select taken.*, taken.removed_at is null and there.line_key is null as is_more from taken
    left join cart_lines there
      on there.session_id = to_session and there.line_key = taken.line_key and there.removed_at is null
  ), counted as (
    select marked.*, is_more and held + count(*) filter (where is_more) over (order by line_number) > most_lines as is_out
    from marked
  ), put as (
    insert into cart_lines
      (session_id, line_key, product_id, variation_id, attributes, quantity, added_at, removed_at, seen_price)
    select to_session, line_key, product_id, variation_id, attributes, quantity, added_at, removed_at, seen_price
    from counted where not is_out order by line_number
    on conflict (session_id, line_key) do update set removed_at = null, added_at = excluded.added_at,
      seen_price = coalesce(excluded.seen_price, cart_lines.seen_price),
      quantity = case when cart_lines.removed_at is null
        then least(cart_lines.quantity + excluded.quantity, most_per_line) else excluded.quantity end
      where excluded.removed_at is null
  )
  select count(*) filter (where is_out) into left_out from counted;
  with taken as (delete from cart_attempts a where a.session_id = from_session returning a.attempt, a.made_at)
  insert into cart_attempts (session_id, attempt, made_at) select to_session, taken.attempt, taken.made_at from taken
  on conflict do nothing;
  return left_out;
end $$;
