-- Returns a cart's destination, shipping method and payment method as JSON, or null when none is known. Takes a cart, as
-- cart_of returns it. Rule: without a chosen destination the account's saved address counts, the shipping address before the
-- billing address. Called by cart_contents and getCart (shop/cart).
create or replace function cart_delivery_json(for_session bigint) returns json language sql stable as $$
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
