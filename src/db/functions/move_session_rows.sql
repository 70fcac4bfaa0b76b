-- Moves what outlives a session and is not its cart: unread notices, and its orders, so that a checkout form sent twice still
-- finds its order. Called by shop/accounts when somebody signs in or a session expires.
create or replace function move_session_rows(from_session bigint, to_session bigint) returns void language sql as $$
  update session_notices set session_id = to_session where session_id = from_session;
  update orders set session_id = to_session where session_id = from_session;
$$;
