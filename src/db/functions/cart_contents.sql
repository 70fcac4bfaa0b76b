-- Returns the lines of a cart as a JSON array in the order of adding, with current stock: sales change stock without a change
-- notification for each piece, so it must never be cached. Takes a cart, as cart_of returns it. Call it after FROM, where the
-- planner inlines it; a call in the select list is planned again by every statement. Called by add_to_cart and shop/cart.
create or replace function cart_contents(for_session bigint) returns table (lines json) language sql stable as $$
  select coalesce(json_agg(json_build_object('key', l.line_key, 'productId', l.product_id, 'variationId', l.variation_id,
    'quantity', l.quantity, 'chosen', l.attributes, 'seenPrice', l.seen_price,
    'productStock', p.stock_quantity, 'productStatus', p.stock_status,
    'variationStock', v.stock_quantity, 'variationStatus', v.stock_status,
    'hasCoupons', exists (select from cart_coupons cc where cc.session_id = for_session),
    -- Most carts are guests' and have no destination: the two index lookups avoid a third of the cost of this query.
    'delivery', case when exists (select from cart_deliveries cd where cd.session_id = for_session)
      or exists (select from sessions s where s.id = for_session and s.user_id is not null)
      then cart_delivery_json(for_session) end) order by l.line_number), '[]')
  from cart_lines l join products p on p.id = l.product_id
  left join products v on v.id = l.variation_id and v.parent_id = p.id
  where l.session_id = for_session and l.removed_at is null
$$;
