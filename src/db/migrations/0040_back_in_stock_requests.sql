-- Who wants to hear when a product, or a variation, is in stock again: each once for a product, told once for each time.
create table back_in_stock_requests (
  id bigint generated always as identity primary key,
  product_id bigint not null references products (id) on delete cascade,
  -- An e-mail address in small letters, or a phone number in international form.
  contact text not null check (contact <> '' and length(contact) <= 254),
  created_at timestamptz not null,
  told_at timestamptz,
  unique (product_id, contact)
);
create index back_in_stock_waiting on back_in_stock_requests (product_id) where told_at is null;
