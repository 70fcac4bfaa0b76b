-- Adds to one line of a cart in one round trip, exactly, however many adds arrive at once. It first takes the session's row:
-- the statements after that see what the holder before wrote, because each statement of a volatile function looks anew.
-- A stock limit that is null does not hold. `line_before` and `shared_before` (all lines that take from the same stock) are the
-- numbers that the answer was judged by; when it is no, nothing was written. It is null when the session is gone.
create or replace function add_cart_line(
  for_session bigint, for_key text, for_product bigint, for_variation bigint, chosen jsonb, added integer, at timestamptz,
  line_minimum integer, line_limit integer, stock_id bigint, stock_limit integer,
  out accepted boolean, out line_before integer, out shared_before integer
) language plpgsql as $$
begin
  perform 1 from sessions where id = for_session for no key update;
  if not found then
    return;
  end if;
  select coalesce(sum(l.quantity) filter (where l.line_key = for_key), 0),
    coalesce(sum(l.quantity) filter (where case when v.manages_stock then v.id else l.product_id end = stock_id), 0)
  into line_before, shared_before
  from cart_lines l left join products v on v.id = l.variation_id
  where l.session_id = for_session and l.removed_at is null;
  accepted := line_before + added >= line_minimum
    and line_before + added <= line_limit
    and (stock_limit is null or shared_before + added <= stock_limit);
  if accepted then
    -- The same line, once removed and still waiting for its undo, begins anew at the end.
    delete from cart_lines where session_id = for_session and line_key = for_key and removed_at is not null;
    insert into cart_lines (session_id, line_key, product_id, variation_id, attributes, quantity, added_at)
    values (for_session, for_key, for_product, for_variation, chosen, added, at)
    on conflict (session_id, line_key) do update set quantity = line_before + added;
  end if;
end $$;
