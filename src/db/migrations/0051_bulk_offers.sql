-- So many pieces of a product, or of a variation, for one price in minor units; a variation without one has its product's.
alter table products add column offer_pieces integer check (offer_pieces between 2 and 1000000);
alter table products add column offer_price bigint check (offer_price > 0);
alter table products add constraint products_offer check ((offer_pieces is null) = (offer_price is null));

-- What an order's lines saved by their offers, as it was then. An older version writes orders without any.
alter table order_lines add column offer_pieces integer;
alter table order_lines add column offer_price bigint;
alter table order_lines add column offer_saving bigint not null default 0 check (offer_saving >= 0);
alter table order_lines drop constraint order_lines_check;
alter table order_lines add constraint order_lines_parts check (discount >= 0 and discount + offer_saving <= line_total);
alter table orders add column offer_total bigint not null default 0 check (offer_total >= 0);
-- What an order adds up to; a tax that lies in the prices is told and not added. All in minor units.
alter table orders add column fee_total bigint not null default 0 check (fee_total >= 0);
alter table orders add column is_tax_included boolean not null default false;
-- The part of tax_total that is on the shipping, or in it.
alter table orders add column shipping_tax bigint not null default 0;
alter table orders add constraint orders_shipping_tax check (shipping_tax between 0 and tax_total);
alter table orders drop constraint orders_check;
alter table orders add constraint orders_parts check (total = subtotal - offer_total - discount_total
  + shipping_total + fee_total + case when is_tax_included then 0 else tax_total end);
