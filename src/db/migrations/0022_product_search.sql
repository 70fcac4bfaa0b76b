-- Trigrams find words that were typed wrong. The extension comes with PostgreSQL; who owns the database may create it.
do $$
begin
  create extension if not exists pg_trgm;
exception when undefined_file or feature_not_supported or insufficient_privilege then
  raise exception using
    errcode = 'CHOWK',
    message = format('The search needs PostgreSQL''s extension pg_trgm, which could not be created (%s): have an administrator run "create extension pg_trgm" in this database, after installing the server''s contrib package if it is missing.', sqlerrm);
end $$;

-- A text as it is searched: lower case, without accents, vowel signs and apostrophes; one blank for everything between words.
create function search_text(text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  lower(regexp_replace(normalize($1, NFKD), '[''\u2019\u0300-\u036f\u0640\u064b-\u065f\u0670]', '', 'g')),
  '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u206f\u3000-\u303f]+', ' ', 'g'));

-- The words of a text with their stems, by the dictionary of the setting. Raw words stay: a word half typed has no stem yet.
create function search_words(words text, dictionary text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct lexeme), '{}')
  from unnest(string_to_array(words, ' ')) word
  cross join lateral (
    select left(word, 100) union all
    select unnest(ts_lexize('english_stem', left(word, 100))) where dictionary = 'english'
  ) as lexemes (lexeme)
  where lexeme <> ''
);

-- The words of names, categories, tags and attributes: what a word typed wrong may have meant. None is ever taken out: one
-- that no product has any more finds none.
create table search_vocabulary (word text primary key);

-- What the search reads of each product that it may show. A common word hits a fifth of the rows, and every hit is read, so
-- rows are short: `words` serves the index alone and lies outside of them. PostgreSQL moves values out of rows above 2 kB
-- only; the blanks, which compress to some 30 bytes, bring every row there.
create table product_search (
  product_id bigint primary key references products on delete cascade,
  total_sales bigint not null,
  -- As `search_text` has it, after a blank: what follows a blank is the beginning of a word.
  name text not null,
  words tsvector not null,
  blanks text not null generated always as (repeat(' ', 2100)) stored
) with (toast_tuple_target = 128);
alter table product_search
  alter column words set storage external,
  alter column name set storage main,
  alter column blanks set storage main;

-- What finds the products that have all of these words, each as it is or by its stem, the last one as a beginning too (a
-- single letter only as it is); or all of them written as one, which finds SKUs.
create function search_query(words text[], dictionary text) returns tsquery language sql immutable strict parallel safe
return (
  select (string_agg('(' || quoted || case when is_last and length(word) > 1 then ':*' else '' end
      || coalesce(' | ' || stem, '') || ')', ' & ')
    || case when count(*) > 1 then ' | ''' || left(string_agg(word, '' order by place), 100) || ''':*' else '' end)::tsquery
  from (select left(word, 100) as word, place from unnest(words) with ordinality as given (word, place)) given
  cross join lateral (
    select '''' || word || '''' as quoted, place = cardinality(words) as is_last, (
      select min('''' || lexeme || '''') from unnest(ts_lexize('english_stem', word)) lexeme
      where dictionary = 'english' and lexeme <> word
    ) as stem
  ) parts
);

-- The words for which something may be found, after what was typed wrong: each of these as it stands where it is known, or
-- as the known word most like it; null for one that is like none.
create function search_corrected(words text[]) returns text[] language sql stable strict parallel safe
return array(
  select case when length(word) < 3 or word ~ '[0-9]' then word else (
    select known.word from search_vocabulary known where known.word % left(given.word, 40)
    order by similarity(known.word, left(given.word, 40)) desc, known.word limit 1
  ) end
  from unnest(words) with ordinality as given (word, place) order by place
);

-- Patterns of the names that have these words, or others that begin as their stems do.
create function search_name_patterns(words text[], dictionary text) returns text[]
language sql immutable strict parallel safe
return array(
  select '% ' || case when stem is null then word when starts_with(word, stem) then stem
    else left(stem, greatest(length(stem) - 1, 1)) end || '%'
  from unnest(words) word
  cross join lateral (
    select min(lexeme) as stem from unnest(ts_lexize('english_stem', word)) lexeme where dictionary = 'english'
  ) stems
);

create function search_dictionary() returns text language sql stable parallel safe
return coalesce((select value #>> '{}' from settings where key = 'search_dictionary'), 'english');

-- Brings what the search reads of these products, none of them a variation, to what they are now.
create function index_products(ids bigint[]) returns void language sql begin atomic
  delete from product_search s using products p
  where s.product_id = any(ids) and p.id = s.product_id
    and (p.status <> 'publish' or p.visibility not in ('visible', 'search'));
  with recursive dictionary (name) as materialized (select search_dictionary()), paths (category_id, parent_id, name) as (
    select id, parent_id, name from categories
    union all
    select paths.category_id, parent.parent_id, parent.name from paths join categories parent on parent.id = paths.parent_id
  ), texts as materialized (
    select p.id, p.total_sales, search_text(p.name) as name,
      search_text(concat_ws(' ',
        (select string_agg(paths.name, ' ') from product_categories pc join paths using (category_id)
          where pc.product_id = p.id),
        (select string_agg(t.name, ' ') from product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id),
        (select string_agg(concat_ws(' ', pa.name, array_to_string(pa.options, ' ')), ' ')
          from product_attributes pa where pa.product_id = p.id))) as terms,
      search_text(regexp_replace(left(p.short_description, 20000), '<[^>]*>|&#?\w+;', ' ', 'g')) as description,
      (select array_agg(search_text(one.sku)) from products one
        where (one.id = p.id or one.parent_id = p.id) and one.sku is not null) as skus
    from products p
    where p.id = any(ids) and p.type <> 'variation' and p.status = 'publish' and p.visibility in ('visible', 'search')
  ), rows as (
    insert into product_search (product_id, total_sales, name, words)
    select id, total_sales, ' ' || texts.name,
      array_to_tsvector(
        search_words(concat_ws(' ', texts.name, terms, description, array_to_string(skus, ' ')), dictionary.name)
        -- And each in one piece, so that "VIT-C 500" is found however it is written.
        || array(select left(replace(sku, ' ', ''), 100) from unnest(skus) sku where sku <> ''))
    from texts, dictionary
    order by id
    on conflict (product_id) do update set
      total_sales = excluded.total_sales, name = excluded.name, words = excluded.words
  )
  insert into search_vocabulary
  select distinct word from texts, unnest(string_to_array(texts.name || ' ' || terms, ' ')) word
  where length(word) between 3 and 40 and word !~ '[0-9]'
  order by word
  on conflict do nothing;
end;

select index_products(array(select id from products where type <> 'variation'));
create index product_search_words on product_search using gin (words) with (fastupdate = off);
create index search_vocabulary_trigrams on search_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);
