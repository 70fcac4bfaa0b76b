-- Adds that were counted: a call that is made again carries the same mark and counts once.
create table cart_attempts (
  session_id bigint not null references sessions on delete cascade,
  attempt uuid not null,
  made_at timestamptz not null,
  primary key (session_id, attempt)
);
create index cart_attempts_made on cart_attempts (made_at);

-- The price of one piece that the shopper was last told of.
alter table cart_lines add column seen_price bigint check (seen_price >= 0);

-- What lies in a session's cart, in the order in which it was put in, with the stock as it is: sales change that without
-- announcing each piece, so nobody may keep it.
create function cart_lines_json(for_session bigint) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('key', l.line_key, 'productId', l.product_id, 'variationId', l.variation_id,
    'quantity', l.quantity, 'chosen', l.attributes, 'seenPrice', l.seen_price,
    'productStock', p.stock_quantity, 'productStatus', p.stock_status,
    'variationStock', v.stock_quantity, 'variationStatus', v.stock_status) order by l.line_number), '[]')
  from cart_lines l join products p on p.id = l.product_id
  left join products v on v.id = l.variation_id and v.parent_id = p.id
  where l.session_id = for_session and l.removed_at is null
$$;

-- Puts pieces onto one line of a cart in one round trip, exactly, however many adds arrive at once. Without `for_session` it
-- begins one. It takes the session's row first: the statements after that see what the holder before wrote, because each
-- statement of a volatile function looks anew. `wanted` null: what the line lacks of `line_minimum`, or one more.
-- `line_before`, `shared_before` (all lines that take from the same stock) and `stock_left` (null: no limit) are the numbers
-- that the answer was judged by; when it is no, nothing was put in. It is null when the session is gone. `lines`: the cart as
-- it is then. What was put in may wait for the disk (docs/decisions/0009-carts.md).
create function put_into_cart(
  inout for_session bigint, new_token_hash bytea, new_customer_key text, new_expires_at timestamptz, by_attempt uuid,
  for_key text, for_product bigint, for_variation bigint, chosen jsonb, wanted integer, price bigint, at timestamptz,
  line_minimum integer, line_limit integer, stock_id bigint, is_limited boolean,
  out accepted boolean, out added integer, out line_before integer, out shared_before integer, out stock_left integer,
  out lines json
) language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  if for_session is null then
    insert into sessions (token_hash, customer_key, created_at, renewed_at, expires_at)
    values (new_token_hash, new_customer_key, at, at, new_expires_at) returning id into for_session;
  else
    perform 1 from sessions where id = for_session for no key update;
    if not found then
      return;
    end if;
  end if;
  select coalesce(sum(l.quantity) filter (where l.line_key = for_key), 0),
    coalesce(sum(l.quantity) filter (where case when v.manages_stock then v.id else l.product_id end = stock_id), 0)
  into line_before, shared_before
  from cart_lines l left join products v on v.id = l.variation_id
  where l.session_id = for_session and l.removed_at is null;
  added := coalesce(wanted, greatest(1, line_minimum - line_before));
  if exists (select 1 from cart_attempts a where a.session_id = for_session and a.attempt = by_attempt) then
    accepted := true;
    lines := cart_lines_json(for_session);
    return;
  end if;
  if is_limited then
    select greatest(coalesce(stock_quantity, 0), 0) into stock_left from products where id = stock_id;
  end if;
  accepted := line_before + added >= line_minimum
    and line_before + added <= line_limit
    and (stock_left is null or shared_before + added <= stock_left);
  if accepted then
    if by_attempt is not null then
      insert into cart_attempts (session_id, attempt, made_at) values (for_session, by_attempt, at);
    end if;
    -- The same line, once removed and still waiting for its undo, begins anew at the end.
    delete from cart_lines where session_id = for_session and line_key = for_key and removed_at is not null;
    insert into cart_lines (session_id, line_key, product_id, variation_id, attributes, quantity, added_at, seen_price)
    values (for_session, for_key, for_product, for_variation, chosen, added, at, price)
    on conflict (session_id, line_key) do update set quantity = line_before + added, seen_price = excluded.seen_price;
  end if;
  lines := cart_lines_json(for_session);
end $$;
