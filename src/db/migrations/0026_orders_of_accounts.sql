-- The order was placed by somebody with an account, and stays so when the account is deleted: whoever holds its key, from a
-- forwarded mail say, does not come to see it by that.
alter table orders add column is_of_account boolean not null default false;
update orders set is_of_account = true where user_id is not null;
