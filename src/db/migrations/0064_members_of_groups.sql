-- A change of a product is one of the groups that it is in: their lists show its price.
create index product_links_group_members on product_links (linked_id) where kind = 'grouped';
