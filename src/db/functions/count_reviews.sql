-- Keeps review_totals and the ratings of products up to date with their approved reviews, in the statement that changes
-- them. Products are locked in the order of their ids.
create or replace function count_reviews() returns trigger language plpgsql as $$
declare
  counted jsonb;
begin
  -- A trigger has only the transition tables of its event.
  if tg_op = 'INSERT' then
    counted := (select jsonb_agg(c) from (
      select product_id, kind, rating, count(*) as change from added
      where status = 'approved' and parent_id is null and product_id is not null group by 1, 2, 3) c);
  elsif tg_op = 'DELETE' then
    counted := (select jsonb_agg(c) from (
      select product_id, kind, rating, -count(*) as change from removed
      where status = 'approved' and parent_id is null and product_id is not null group by 1, 2, 3) c);
  else
    counted := (select jsonb_agg(c) from (
      select product_id, kind, rating, sum(change) as change from (
        select product_id, kind, rating, 1 as change from added
        where status = 'approved' and parent_id is null and product_id is not null
        union all
        select product_id, kind, rating, -1 from removed
        where status = 'approved' and parent_id is null and product_id is not null) both_sides
      group by 1, 2, 3 having sum(change) <> 0) c);
  end if;
  if counted is null then
    return null;
  end if;
  insert into review_totals as known (product_id, stars, unrated, questions)
  select c.product_id,
    (select array_agg(coalesce((select sum(s.change) from jsonb_to_recordset(counted)
        as s(product_id bigint, kind text, rating integer, change integer)
        where s.product_id = c.product_id and s.kind = 'review' and s.rating = star), 0)::integer order by star)
      from generate_series(1, 5) star),
    coalesce(sum(c.change) filter (where c.kind = 'review' and c.rating is null), 0),
    coalesce(sum(c.change) filter (where c.kind = 'question'), 0)
  from jsonb_to_recordset(counted) as c(product_id bigint, kind text, rating integer, change integer)
  -- Its reviews go after a product is deleted.
  where exists (select from products p where p.id = c.product_id)
  group by c.product_id order by c.product_id
  on conflict (product_id) do update set
    stars = (select array_agg(known.stars[star] + excluded.stars[star] order by star) from generate_series(1, 5) star),
    unrated = known.unrated + excluded.unrated,
    questions = known.questions + excluded.questions;
  update products p set rating_sum = p.rating_sum + d.stars, rating_count = p.rating_count + d.ratings
  from (select c.product_id, sum(c.rating * c.change) as stars, sum(c.change) as ratings
    from jsonb_to_recordset(counted) as c(product_id bigint, kind text, rating integer, change integer)
    where c.rating is not null group by c.product_id) d
  where p.id = d.product_id;
  return null;
end $$;
