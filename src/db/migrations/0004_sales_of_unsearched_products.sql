-- Products that only listings show get the row that index_products now writes for them, so that their sales rank is updated.
insert into product_search (product_id, total_sales, name, words)
select id, total_sales, ' ' || btrim(regexp_replace(
  lower(regexp_replace(normalize(name, NFKD), '[''\u2019\u0300-\u036f\u0640\u064b-\u065f\u0670]', '', 'g')),
  '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u206f\u3000-\u303f]+', ' ', 'g')), ''
from products where type <> 'variation' and status = 'publish' and visibility = 'catalog'
on conflict (product_id) do nothing;
