-- An account has one cart, however many browsers somebody is signed in from. It lies in a session row of its own, to which no
-- token leads: the shelf, the parked row of which each account has one. A guest's session is its own cart.

-- Moves the lines of one cart to another, in their order, with the marks of their adds. Of a line that both have there are as
-- many then as in both together; one that waits to be put back gives way to one that does not. @returns how many lines found
-- no room, because the cart would have more than `most_lines`: they are gone.
create function move_cart(from_session bigint, to_session bigint, most_lines integer) returns integer language plpgsql as $$
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
        then least(cart_lines.quantity + excluded.quantity, 1000000) else excluded.quantity end
      where excluded.removed_at is null
  )
  select count(*) filter (where is_out) into left_out from counted;
  with taken as (delete from cart_attempts a where a.session_id = from_session returning a.attempt, a.made_at)
  insert into cart_attempts (session_id, attempt, made_at) select to_session, taken.attempt, taken.made_at from taken
  on conflict do nothing;
  return left_out;
end $$;

-- What waits for a session's next page, and the orders that a form sent twice is answered by.
create function move_session_news(from_session bigint, to_session bigint) returns void language sql as $$
  update session_notices set session_id = to_session where session_id = from_session;
  update orders set session_id = to_session where session_id = from_session;
$$;

-- Carts that waited in several rows since their owner signed out more than once.
do $$
declare
  waiting record;
begin
  for waiting in
    select id, min(id) over (partition by user_id) as shelf from sessions where parked_at is not null order by id
  loop
    continue when waiting.id = waiting.shelf;
    perform move_cart(waiting.id, waiting.shelf, 200);
    perform move_session_news(waiting.id, waiting.shelf);
    delete from sessions where id = waiting.id;
  end loop;
end $$;

create unique index sessions_shelf on sessions (user_id) where parked_at is not null;

-- Which row the cart of a session lies in.
create function cart_of(for_session bigint) returns bigint language sql stable as $$
  select coalesce((
    select shelf.id from sessions own join sessions shelf on shelf.user_id = own.user_id and shelf.parked_at is not null
    where own.id = for_session), for_session)
$$;

-- Takes a session's row, then the shelf of whoever is signed in with it, until the transaction ends: everybody takes them in
-- this order, and products after them. Which cart it is, is decided under the lock: who waited through a sign-in gets the
-- right one. What still lies in the session's own row comes along. @returns the row of the cart; null when the session is gone.
create function hold_cart(for_session bigint, at timestamptz, most_lines integer) returns bigint language plpgsql as $$
declare
  owner bigint;
  shelf bigint;
begin
  select user_id into owner from sessions where id = for_session for no key update;
  if not found then
    return null;
  end if;
  if owner is null then
    return for_session;
  end if;
  loop
    select id into shelf from sessions where user_id = owner and parked_at is not null for no key update;
    exit when found;
    -- A hash of nothing: no token leads to it, and to no customer key either.
    insert into sessions (token_hash, customer_key, created_at, renewed_at, expires_at, user_id, signed_in_at, parked_at)
    values (sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 't_' || left(md5(gen_random_uuid()::text), 30),
      at, at, at + interval '30 days', owner, at, at)
    on conflict (user_id) where parked_at is not null do nothing;
  end loop;
  if shelf <> for_session and move_cart(for_session, shelf, most_lines) > 0 then
    insert into session_notices (session_id, kind, message_key, message_values)
    values (for_session, 'error', 'notices.cartFull', jsonb_build_object('max', most_lines));
  end if;
  return shelf;
end $$;

do $$
declare
  signed_in record;
begin
  for signed_in in select id from sessions where user_id is not null and parked_at is null order by id loop
    perform hold_cart(signed_in.id, now(), 200);
  end loop;
end $$;
update sessions set expires_at = greatest(expires_at, now() + interval '30 days') where parked_at is not null;

-- Puts pieces onto one line of a cart in one round trip, exactly, however many adds arrive at once, as `put_into_cart` did
-- (migration 0046), but into the account's cart where somebody is signed in, and at most `most_lines` lines. Without
-- `for_session` it begins one. It takes the cart first: the statements after that see what the holder before wrote, because
-- each statement of a volatile function looks anew. `wanted` null: what the line lacks of `line_minimum`, or one more.
-- `line_before`, `shared_before` (all lines that take from the same stock) and `stock_left` (null: no limit) are the numbers
-- that the answer was judged by; when it is no, nothing was put in. It is null when the session is gone. `is_repeat`: the
-- same call was counted before. `lines`: the cart as it is then. What was put in may wait for the disk
-- (docs/decisions/0009-carts.md).
create function put_into_held_cart(
  inout for_session bigint, new_token_hash bytea, new_customer_key text, new_expires_at timestamptz, by_attempt uuid,
  for_key text, for_product bigint, for_variation bigint, chosen jsonb, wanted integer, price bigint, at timestamptz,
  line_minimum integer, line_limit integer, stock_id bigint, is_limited boolean, most_lines integer,
  out accepted boolean, out is_repeat boolean, out is_full boolean, out added integer, out line_before integer,
  out shared_before integer, out stock_left integer, out lines json
) language plpgsql as $$
declare
  cart bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  is_repeat := false;
  if for_session is null then
    insert into sessions (token_hash, customer_key, created_at, renewed_at, expires_at)
    values (new_token_hash, new_customer_key, at, at, new_expires_at) returning id into for_session;
    cart := for_session;
  else
    cart := hold_cart(for_session, at, most_lines);
    if cart is null then
      return;
    end if;
    is_repeat := exists (select 1 from cart_attempts a where a.session_id = cart and a.attempt = by_attempt);
  end if;
  select coalesce(sum(l.quantity) filter (where l.line_key = for_key), 0),
    coalesce(sum(l.quantity) filter (where case when v.manages_stock then v.id else l.product_id end = stock_id), 0),
    count(*) >= most_lines
  into line_before, shared_before, is_full
  from cart_lines l left join products v on v.id = l.variation_id
  where l.session_id = cart and l.removed_at is null;
  is_full := is_full and line_before = 0;
  added := coalesce(wanted, greatest(1, line_minimum - line_before));
  if is_repeat then
    accepted := true;
    lines := cart_lines_json(cart);
    return;
  end if;
  if is_limited then
    select greatest(coalesce(stock_quantity, 0), 0) into stock_left from products where id = stock_id;
  end if;
  accepted := not is_full
    and line_before + added >= line_minimum
    and line_before + added <= line_limit
    and (stock_left is null or shared_before + added <= stock_left);
  if accepted then
    if by_attempt is not null then
      insert into cart_attempts (session_id, attempt, made_at) values (cart, by_attempt, at);
    end if;
    -- The same line, once removed and still waiting for its undo, begins anew at the end.
    delete from cart_lines where session_id = cart and line_key = for_key and removed_at is not null;
    insert into cart_lines (session_id, line_key, product_id, variation_id, attributes, quantity, added_at, seen_price)
    values (cart, for_key, for_product, for_variation, chosen, added, at, price)
    on conflict (session_id, line_key) do update set quantity = line_before + added, seen_price = excluded.seen_price;
  end if;
  lines := cart_lines_json(cart);
end $$;

-- Puts several choices in, in one round trip: all of them, or none when one is refused. `additions` are objects of the
-- parameters of `put_into_held_cart`; `answers` what it said to each, as far as it came. The mark is for all of them.
create function put_all_into_held_cart(
  inout for_session bigint, new_token_hash bytea, new_customer_key text, new_expires_at timestamptz, by_attempt uuid,
  additions jsonb, at timestamptz, most_lines integer, out answers jsonb
) language plpgsql as $$
declare
  into_session bigint := for_session;
  one jsonb;
  put record;
begin
  answers := '[]';
  for one in select a.value from jsonb_array_elements(additions) with ordinality a order by a.ordinality loop
    put := put_into_held_cart(into_session, new_token_hash, new_customer_key, new_expires_at,
      case when answers = '[]' then by_attempt end, one ->> 'lineKey', (one ->> 'productId')::bigint,
      (one ->> 'variationId')::bigint, one -> 'chosen', (one ->> 'quantity')::integer, (one ->> 'price')::bigint, at,
      (one ->> 'minimum')::integer, (one ->> 'limit')::integer, (one ->> 'stockId')::bigint, (one ->> 'isLimited')::boolean,
      most_lines);
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
  -- What was put in before is taken back by this, with the session that began with it.
  null;
end $$;
