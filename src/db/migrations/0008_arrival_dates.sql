-- The delivery dates that an order was promised, in the shop's time zone. Null: none.
alter table orders add column arrives_from date, add column arrives_to date;
