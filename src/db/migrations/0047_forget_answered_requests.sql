-- A request for news of a product goes once it is answered: a contact is kept for as long as it is needed.
delete from back_in_stock_requests where told_at is not null;
drop index back_in_stock_waiting;
alter table back_in_stock_requests drop column told_at;
