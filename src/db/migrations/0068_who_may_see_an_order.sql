-- Browsers whose reader has told the phone or the e-mail of a guest's order: they see it without being asked again.
create table order_viewers (
  order_id bigint not null references orders on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  primary key (order_id, session_id)
);
create index order_viewers_session on order_viewers (session_id);
