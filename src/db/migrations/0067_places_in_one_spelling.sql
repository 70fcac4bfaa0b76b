-- Until now any country could be said of a cart, down to one without taxes: nothing is known of where such a cart goes.
update cart_deliveries set country = null, state = null, city = null, postcode = null where country <> 'PK';

-- Cities of zones are compared as those of taxes are from now on: what stood between and around their words is one blank, or
-- nothing. One that is made of marks alone names nothing and stays: without its place its zone would be everywhere.
with marked as (
  select p.*, btrim(regexp_replace(city, '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u060C\u061B\u061F\u06D4\u2000-\u206F\u3000-\u303F]+', ' ', 'g')) as key
  from delivery_places p
), gone as (
  delete from delivery_places p using marked m
  where (p.zone_id, p.country, p.state, p.city) = (m.zone_id, m.country, m.state, m.city) and m.key not in ('', m.city)
  returning p.zone_id, p.country, p.state, m.key
)
insert into delivery_places (zone_id, country, state, city) select zone_id, country, state, key from gone
on conflict do nothing;
