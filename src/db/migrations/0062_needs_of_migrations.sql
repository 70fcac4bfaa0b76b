-- The number of the migration that a version of the shop must know to run on the database after this one; null: older versions run.
alter table migrations add column needs text;
