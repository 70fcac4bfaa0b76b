-- A row without ids stands for the names of many products, so that an import of a large catalogue does not add a row for each.
alter table changed_texts drop constraint changed_texts_check;
alter table changed_texts add constraint changed_texts_check check (num_nonnulls(article_id, product_id) <= 1);
