-- Brings product_search and search_vocabulary up to date for these products; `ids` must not contain variations.
-- Rules: a product is searchable when it is published and its visibility is 'visible' or 'search'; one with 'catalog', which
-- only listings show, has a row without words, for its name and sales. A searchable product is found by its name, the names
-- of its categories and their parents, its tags, attributes, its own and its variations' SKUs, and by
-- `field_texts`: for each of `ids` the words of the product's other searched fields. What weighs less comes apart: the short
-- description with the values of the facts, and the first 120 further words of the description without the facts, whose
-- labels are the same everywhere. Products with a new name are noted for the job relate-articles. Called by indexProducts
-- (shop/catalogue), which takes the fields from the list of product fields.
create or replace function index_products(ids bigint[], field_texts text[]) returns void language sql begin atomic
  delete from product_search s using products p
  where s.product_id = any(ids) and p.id = s.product_id
    and (p.status <> 'publish' or p.visibility = 'hidden');
  with recursive dictionary (name) as materialized (select search_dictionary()), paths (category_id, parent_id, name) as (
    select id, parent_id, name from categories
    union all
    select paths.category_id, parent.parent_id, parent.name from paths join categories parent on parent.id = paths.parent_id
  ), texts as materialized (
    select p.id, p.total_sales, p.visibility <> 'catalog' as is_searchable, search_text(p.name) as name,
      search_text(concat_ws(' ',
        (select string_agg(paths.name, ' ') from product_categories pc join paths using (category_id)
          where pc.product_id = p.id),
        (select string_agg(t.name, ' ') from product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id),
        (select string_agg(concat_ws(' ', pa.name, array_to_string(pa.options, ' ')), ' ')
          from product_attributes pa where pa.product_id = p.id),
        given.field_text)) as terms,
      search_text(concat_ws(' ', regexp_replace(left(p.short_description, 20000), '<[^>]*>|&#?\w+;', ' ', 'g'),
        (select string_agg(fact ->> 'value', ' ') from jsonb_array_elements(p.facts) fact))) as summary,
      search_text(regexp_replace(case
        when p.facts = '[]' then left(p.description, 20000)
        else regexp_replace(left(p.description, 20000), '^\s*?<table.*?</table>', '')
      end, '<[^>]*>|&#?\w+;', ' ', 'g')) as description,
      (select array_agg(search_text(one.sku)) from products one
        where (one.id = p.id or one.parent_id = p.id) and one.sku is not null) as skus
    from products p join unnest(ids, field_texts) as given (id, field_text) on given.id = p.id
    where p.id = any(ids) and p.type <> 'variation' and p.status = 'publish' and p.visibility <> 'hidden'
  ), weighed as materialized (
    select texts.id, strong.words, search_words(summary, dictionary.name) as short_words, description
    from texts, dictionary, lateral (
      select search_words(concat_ws(' ', texts.name, terms, array_to_string(skus, ' ')), dictionary.name)
        -- SKUs also in one piece, so that "VIT-C 500" is found however it is written.
        || array(select left(replace(sku, ' ', ''), 100) from unnest(skus) sku where sku <> '') as words
    ) strong
    where is_searchable
  ), renamed as (
    -- One row without an id for many.
    insert into changed_texts (product_id)
    select distinct case when count(*) over () <= 100 then texts.id end
    from texts left join product_search s on s.product_id = texts.id where s.name is distinct from ' ' || texts.name
  ), rows as (
    insert into product_search (product_id, total_sales, name, words, short_words, long_words)
    select texts.id, total_sales, ' ' || texts.name,
      coalesce((select string_agg(distinct word, ' ') from unnest(words) word), ''),
      coalesce((select string_agg(word, ' ') from unnest(short_words) word where word <> all (words)), ''),
      coalesce(array_to_string(search_stems(weighed.description, dictionary.name, words || short_words, 120), ' '), '')
    from texts left join weighed using (id) cross join dictionary
    order by texts.id
    on conflict (product_id) do update set total_sales = excluded.total_sales, name = excluded.name,
      words = excluded.words, short_words = excluded.short_words, long_words = excluded.long_words
  )
  insert into search_vocabulary
  select distinct word from texts, unnest(string_to_array(texts.name || ' ' || terms, ' ')) word
  where is_searchable and length(word) between 3 and 40 and word !~ '[0-9]'
  order by word
  on conflict do nothing;
end;
