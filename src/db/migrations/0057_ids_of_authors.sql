-- Authors get their ids from the same sequence as users, so that one id names one person in the REST API.
alter table authors alter column id drop identity;
alter table authors alter column id set default nextval('users_id_seq');
alter table articles drop constraint articles_author_id_fkey,
  add constraint articles_author_id_fkey foreign key (author_id) references authors on update cascade on delete set null;
-- In two steps, because a new id may be another author's old one.
update authors set id = -id;
update authors set id = nextval('users_id_seq');
alter table articles drop constraint articles_author_id_fkey,
  add constraint articles_author_id_fkey foreign key (author_id) references authors on delete set null;
