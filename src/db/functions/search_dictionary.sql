-- Returns the setting `search_dictionary`; its default, 'english', is the one in shop/settings.
-- Called by index_products and readSearch (shop/catalogue).
create or replace function search_dictionary() returns text language sql stable parallel safe
return coalesce((select value #>> '{}' from settings where key = 'search_dictionary'), 'english');
