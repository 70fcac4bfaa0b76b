-- The table gets the name that the code uses.
alter table kept_forms rename to saved_forms;
alter table saved_forms rename column kept_at to saved_at;
alter index kept_forms_user rename to saved_forms_user;
alter index kept_forms_pkey rename to saved_forms_pkey;
