-- Adds pieces to one line of a cart in one round trip, exactly, however many adds arrive at once: it locks the cart first, and
-- the statements after that see what the previous holder wrote, because each statement of a volatile function takes a new
-- snapshot. Called by putIntoCart (shop/cart) and add_all_to_cart.
--
-- Rules: the line ends up with `line_minimum` to `line_limit` pieces; all lines that share a stock stay within it; a cart has
-- at most the lines that `rules` allow (see lock_cart); a call repeated with the same `by_attempt` counts once. The numbers come
-- from shop/cart; the comparison is here because it must happen under the lock.
--
-- In: `for_session` null starts a session from the `new_` values. `wanted` null: what the line lacks of `line_minimum`, or one
-- more. `stock_id`: the product or variation whose stock is used; `is_limited`: whether it limits.
-- Out: `accepted` null: the session is gone; false: nothing was added. `is_repeat`: the call was counted before. `is_full`:
-- refused because of the number of lines. `line_before`, `shared_before` (all lines that share the stock) and `stock_left` (null: no
-- limit) are the numbers behind the answer. `lines`: the cart afterwards, as cart_contents returns it.
--
-- Commits without waiting for the disk: a crash of the database may lose the last adds (docs/decisions/0009-carts.md).
create or replace function add_to_cart(
  inout for_session bigint, new_token_hash bytea, new_customer_key text, new_expires_at timestamptz, by_attempt uuid,
  for_key text, for_product bigint, for_variation bigint, chosen jsonb, wanted integer, price bigint, at timestamptz,
  line_minimum integer, line_limit integer, stock_id bigint, is_limited boolean, rules jsonb,
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
    cart := lock_cart(for_session, at, rules);
    if cart is null then
      return;
    end if;
    is_repeat := exists (select 1 from cart_attempts a where a.session_id = cart and a.attempt = by_attempt);
  end if;
  select coalesce(sum(l.quantity) filter (where l.line_key = for_key), 0),
    coalesce(sum(l.quantity) filter (where case when v.manages_stock then v.id else l.product_id end = stock_id), 0),
    count(*) >= (rules ->> 'maxLines')::integer
  into line_before, shared_before, is_full
  from cart_lines l left join products v on v.id = l.variation_id
  where l.session_id = cart and l.removed_at is null;
  is_full := is_full and line_before = 0;
  added := coalesce(wanted, greatest(1, line_minimum - line_before));
  if is_repeat then
    accepted := true;
    select c.lines into lines from cart_contents(cart) c;
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
    -- A line that was removed and waits for "Undo" starts again at the end of the cart.
    delete from cart_lines where session_id = cart and line_key = for_key and removed_at is not null;
    insert into cart_lines (session_id, line_key, product_id, variation_id, attributes, quantity, added_at, seen_price)
    values (cart, for_key, for_product, for_variation, chosen, added, at, price)
    on conflict (session_id, line_key) do update set quantity = line_before + added, seen_price = excluded.seen_price;
  end if;
  select c.lines into lines from cart_contents(cart) c;
end $$;
