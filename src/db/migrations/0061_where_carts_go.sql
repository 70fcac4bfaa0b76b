-- Where a cart goes, how it is brought and how it is paid, as far as its owner has said: one row a cart, gone with it.
create table cart_deliveries (
  session_id bigint primary key references sessions on delete cascade,
  -- All four are null until somebody says where; a part of a place that was not told is "".
  country text check (country ~ '^[A-Z]{2}$'),
  state text check (length(state) <= 40),
  city text check (length(city) <= 80),
  postcode text check (length(postcode) <= 12),
  -- As on the wire, such as "flat_rate:3". What is no longer offered counts as not chosen.
  method_id text check (length(method_id) <= 60),
  payment_method text check (length(payment_method) <= 60),
  check (num_nulls(country, state, city, postcode) in (0, 4))
);

-- What is known of a cart's way: what was said, and until somebody says where, the place that its owner's account has saved
-- (the delivery address before the billing address). Null when nothing is.
create function cart_delivery_json(for_session bigint) returns json language sql stable as $$
  select json_build_object('destination', case when coalesce(said.country, saved.address ->> 'country', '') <> '' then
      case when said.country is null
        then json_build_object('country', saved.address ->> 'country', 'state', coalesce(saved.address ->> 'state', ''),
          'city', coalesce(saved.address ->> 'city', ''), 'postcode', coalesce(saved.address ->> 'postcode', ''))
        else json_build_object('country', said.country, 'state', said.state, 'city', said.city, 'postcode', said.postcode)
      end end,
    'methodId', said.method_id, 'paymentMethodId', said.payment_method)
  from sessions s
  left join cart_deliveries said on said.session_id = s.id
  left join lateral (
    select a.address from user_addresses a where a.user_id = s.user_id order by a.kind = 'shipping' desc limit 1
  ) saved on true
  where s.id = for_session and (said.session_id is not null or saved.address is not null)
$$;

-- As migration 0050 has it, and what is known of the cart's way.
create or replace function cart_lines_json(for_session bigint) returns json language sql stable as $$
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

-- What is brought along was said last: it beats what waits.
create function move_delivery(from_session bigint, to_session bigint) returns void language sql as $$
  with brought as (
    delete from cart_deliveries cd where cd.session_id = from_session returning cd.*
  )
  insert into cart_deliveries as waiting (session_id, country, state, city, postcode, method_id, payment_method)
  select to_session, country, state, city, postcode, method_id, payment_method from brought
  on conflict (session_id) do update set
    country = coalesce(excluded.country, waiting.country), state = coalesce(excluded.state, waiting.state),
    city = coalesce(excluded.city, waiting.city), postcode = coalesce(excluded.postcode, waiting.postcode),
    method_id = coalesce(excluded.method_id, waiting.method_id),
    payment_method = coalesce(excluded.payment_method, waiting.payment_method)
$$;

-- As migration 0055 has it, and the way comes along too.
create or replace function move_cart(from_session bigint, to_session bigint, most_lines integer) returns integer language plpgsql as $$
begin
  perform move_coupons(from_session, to_session);
  perform move_delivery(from_session, to_session);
  return move_cart_lines(from_session, to_session, most_lines);
end $$;
