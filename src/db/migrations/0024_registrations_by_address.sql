-- Whoever opens an account ends what else was asked for with its address.
create index registrations_address on registrations (lower(email));
