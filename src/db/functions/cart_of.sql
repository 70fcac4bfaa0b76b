-- Returns the id of the row in sessions that holds a session's cart: the account's cart if somebody is signed in (the
-- row with parked_at), else the session itself. Called by shop/cart.
create or replace function cart_of(for_session bigint) returns bigint language sql stable as $$
  select coalesce((
    select shelf.id from sessions own join sessions shelf on shelf.user_id = own.user_id and shelf.parked_at is not null
    where own.id = for_session), for_session)
$$;
