-- The registration that was asked for with an order: whoever confirms it owns the order. Registrations end; their numbers stay.
alter table orders add column registration_id bigint;
create index orders_registration on orders (registration_id) where registration_id is not null;
