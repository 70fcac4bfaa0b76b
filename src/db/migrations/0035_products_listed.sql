-- What a sitemap is cut by, without reading the products themselves. A sale changes none of its columns.
create index products_listed on products (id) include (updated_at)
  where type <> 'variation' and status = 'publish' and visibility in ('visible', 'catalog');
