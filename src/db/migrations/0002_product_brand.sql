-- The brand of a product as plain text; '' for none. Variations have none of their own.
alter table products add column brand text not null default '';
