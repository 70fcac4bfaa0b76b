-- The functions that answer a cart were planned anew by every statement that called them: half of what reading a cart cost.

-- As `cart_lines_json` (migrations 0050, 0061), but for use after FROM, where the planner puts its text in place of the call.
create function cart_contents(for_session bigint) returns table (lines json) language sql stable as $$
  select coalesce(json_agg(json_build_object('key', l.line_key, 'productId', l.product_id, 'variationId', l.variation_id,
    'quantity', l.quantity, 'chosen', l.attributes, 'seenPrice', l.seen_price,
    'productStock', p.stock_quantity, 'productStatus', p.stock_status,
    'variationStock', v.stock_quantity, 'variationStatus', v.stock_status,
    'hasCoupons', exists (select from cart_coupons cc where cc.session_id = for_session),
    -- Most carts are of guests who have said nothing: two looks at an index tell, and cost a third of the whole question.
    'delivery', case when exists (select from cart_deliveries cd where cd.session_id = for_session)
      or exists (select from sessions s where s.id = for_session and s.user_id is not null)
      then cart_delivery_json(for_session) end) order by l.line_number), '[]')
  from cart_lines l join products p on p.id = l.product_id
  left join products v on v.id = l.variation_id and v.parent_id = p.id
  where l.session_id = for_session and l.removed_at is null
$$;

-- As migration 0052 has it, with the cart's contents read in its own statement.
create or replace function put_into_held_cart(
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
    -- The same line, once removed and still waiting for its undo, begins anew at the end.
    delete from cart_lines where session_id = cart and line_key = for_key and removed_at is not null;
    insert into cart_lines (session_id, line_key, product_id, variation_id, attributes, quantity, added_at, seen_price)
    values (cart, for_key, for_product, for_variation, chosen, added, at, price)
    on conflict (session_id, line_key) do update set quantity = line_before + added, seen_price = excluded.seen_price;
  end if;
  select c.lines into lines from cart_contents(cart) c;
end $$;

drop function cart_lines_json;
drop function put_into_cart;
