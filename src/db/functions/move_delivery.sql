-- Moves the destination, shipping method and payment method of one cart to another. Rule: what the moved cart has chosen
-- replaces what the destination had. Called by move_cart.
create or replace function move_delivery(from_session bigint, to_session bigint) returns void language sql as $$
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
