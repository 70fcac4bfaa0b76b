-- Adds several lines to a cart in one round trip: all of them, or none when one is refused. `additions` is an array of objects
-- as add_to_cart's parameters; `answers` has its answer to each, up to the first refusal. The idempotency key `by_attempt`
-- covers all of them. Called by addGroupedToCart (shop/cart).
create or replace function add_all_to_cart(
  inout for_session bigint, new_token_hash bytea, new_customer_key text, new_expires_at timestamptz, by_attempt uuid,
  additions jsonb, at timestamptz, rules jsonb, out answers jsonb
) language plpgsql as $$
declare
  into_session bigint := for_session;
  one jsonb;
  put record;
begin
  answers := '[]';
  for one in select a.value from jsonb_array_elements(additions) with ordinality a order by a.ordinality loop
    put := add_to_cart(into_session, new_token_hash, new_customer_key, new_expires_at,
      case when answers = '[]' then by_attempt end, one ->> 'lineKey', (one ->> 'productId')::bigint,
      (one ->> 'variationId')::bigint, one -> 'chosen', (one ->> 'quantity')::integer, (one ->> 'price')::bigint, at,
      (one ->> 'minimum')::integer, (one ->> 'limit')::integer, (one ->> 'stockId')::bigint, (one ->> 'isLimited')::boolean,
      rules);
    answers := answers || jsonb_build_object('accepted', put.accepted, 'isRepeat', put.is_repeat, 'isFull', put.is_full,
      'added', put.added, 'lineBefore', put.line_before, 'sharedBefore', put.shared_before, 'stockLeft', put.stock_left);
    if put.accepted is not true then
      raise exception using errcode = 'CHOWK', message = 'refused';
    end if;
    into_session := put.for_session;
    exit when put.is_repeat;
  end loop;
  for_session := into_session;
exception when sqlstate 'CHOWK' then
  -- Rolls back what was added before, and the session that was started for it.
  null;
end $$;
