-- The words of a product by weight: `words` keeps those of the name, categories, tags, attributes, brand and SKUs; the
-- short description and the facts, and then the description, weigh less and have columns of their own.
alter table product_search add column short_words text not null default '';
alter table product_search add column long_words text not null default '';

-- Phrases that searches understand as other words too. Texts as search_text returns them.
create table search_synonyms (
  phrase text primary key check (phrase <> ''),
  -- Words or phrases; none: searches ignore the phrase.
  meanings text[] not null,
  -- Whether each meaning also stands for the phrase.
  is_mutual boolean not null default false
);

-- Similar words are read together with their similarity, so that the shop can compare their letters.
drop function if exists search_corrected;

-- Products are indexed again, because the words of existing ones lack the new columns.
do $$
begin
  if exists (select from product_search) and to_regnamespace('graphile_worker') is not null then
    perform graphile_worker.add_job('index-products', job_key => 'index-products');
  end if;
end;
$$;
