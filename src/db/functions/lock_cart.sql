-- Locks a session's cart until the transaction ends and returns its row of sessions, or null when the session is gone.
-- Rules: an account has one cart, created here when it has none; what is still in the session's own row moves to it, with a
-- notice when lines were dropped. Lock order everywhere: the session, then the account's cart, then products. Which cart it is
-- is decided under the lock, so a call that waited for a sign-in gets the right one. The numbers and the notice are in `rules`,
-- which is cartRules of shop/accounts. Called by add_to_cart and lockCart (shop/accounts).
create or replace function lock_cart(for_session bigint, at timestamptz, rules jsonb) returns bigint
language plpgsql as $$
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
    -- The hash of a random value: no token and no customer key belongs to this row.
    insert into sessions (token_hash, customer_key, created_at, renewed_at, expires_at, user_id, signed_in_at, parked_at)
    values (sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 't_' || left(md5(gen_random_uuid()::text), 30),
      at, at, at + make_interval(secs => (rules ->> 'retentionSeconds')::integer), owner, at, at)
    on conflict (user_id) where parked_at is not null do nothing;
  end loop;
  if shelf <> for_session and move_cart(for_session, shelf, rules) > 0 then
    insert into session_notices (session_id, kind, message_key, message_values)
    values (for_session, rules #>> '{fullNotice,kind}', rules #>> '{fullNotice,messageKey}', rules #> '{fullNotice,values}');
  end if;
  return shelf;
end $$;
