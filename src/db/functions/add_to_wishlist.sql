-- Adds a product to a wishlist in one round trip, exactly, however many adds arrive at once: it locks the owner's row first.
-- Starts the owner and the default list with the first add. Called by addToWishlist (shop/wishlist).
--
-- Rules: a list holds a product once; an owner has one default list, at most `rules.maxLists` lists, and a list at most
-- `rules.maxItems` items. What was wished for is also kept apart, for reports.
--
-- In: `for_owner` null starts an owner, of `for_user` or of the guest with `new_guest_hash`; without either it is gone. `to_list` and `to_token` null:
-- the default list; `new_name` not null: a new list. `new_token` and `default_token` are for lists that are started.
-- Out: `outcome`: added, exists, owner_gone, list_unknown, too_many_lists or too_many_items.
--
-- Commits without waiting for the disk, like add_to_cart.
create or replace function add_to_wishlist(
  inout for_owner bigint, for_user bigint, new_guest_hash bytea, new_expires_at timestamptz,
  to_list bigint, to_token text, new_name text, new_privacy text, new_token text, default_token text,
  for_product bigint, chosen jsonb, wanted integer, at_price bigint, in_currency text, at timestamptz, rules jsonb,
  out outcome text, out list_id bigint, out list_token text
) language plpgsql as $$
declare
  list_count integer;
  item_count integer;
  is_listed boolean;
begin
  perform set_config('synchronous_commit', 'off', true);
  if for_owner is null and for_user is null and new_guest_hash is null then
    outcome := 'owner_gone';
    return;
  end if;
  if for_owner is null and (to_list is not null or to_token is not null) then
    outcome := 'list_unknown';
    return;
  end if;
  if for_owner is not null then
    update wishlist_owners set version = gen_random_uuid() where id = for_owner
      and user_id is not distinct from for_user returning id into for_owner;
    if for_owner is null then
      outcome := 'owner_gone';
      return;
    end if;
  elsif for_user is not null then
    insert into wishlist_owners (user_id) values (for_user)
    on conflict (user_id) do update set version = gen_random_uuid() returning id into for_owner;
  else
    insert into wishlist_owners (guest_hash, expires_at) values (new_guest_hash, new_expires_at)
    returning id into for_owner;
  end if;
  if new_name is not null then
    select count(*) into list_count from wishlists where owner_id = for_owner;
    if list_count >= (rules ->> 'maxLists')::integer then
      outcome := 'too_many_lists';
      return;
    end if;
    insert into wishlists (owner_id, token, name, privacy, is_default, created_at)
    values (for_owner, new_token, new_name, new_privacy, list_count = 0, at)
    returning id, token into list_id, list_token;
  elsif to_list is null and to_token is null then
    select id, token into list_id, list_token from wishlists where owner_id = for_owner and is_default;
    if list_id is null then
      insert into wishlists (owner_id, token, name, privacy, is_default, created_at)
      values (for_owner, default_token, '', 'shared', true, at)
      returning id, token into list_id, list_token;
    end if;
  else
    select id, token into list_id, list_token from wishlists
    where owner_id = for_owner and (id = to_list or token = to_token);
    if list_id is null then
      outcome := 'list_unknown';
      return;
    end if;
  end if;
  select count(*), coalesce(bool_or(product_id = for_product), false) into item_count, is_listed
  from wishlist_items where wishlist_id = list_id;
  if is_listed then
    outcome := 'exists';
    return;
  end if;
  if item_count >= (rules ->> 'maxItems')::integer then
    outcome := 'too_many_items';
    return;
  end if;
  insert into wishlist_items (wishlist_id, product_id, attributes, quantity, added_at, price, currency)
  values (list_id, for_product, chosen, wanted, at, at_price, in_currency);
  insert into wishlist_wishes (owner_id, product_id, wished_at) values (for_owner, for_product, at)
  on conflict (owner_id, product_id) do nothing;
  outcome := 'added';
end $$;
