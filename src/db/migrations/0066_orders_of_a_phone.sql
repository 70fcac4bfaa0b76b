-- How often a number has ordered lately is asked with every order that is paid at the door. As numbers are compared: +923001234567.
alter table orders add column phone text not null default '';
create index orders_phone on orders (phone, created_at) where phone <> '';
