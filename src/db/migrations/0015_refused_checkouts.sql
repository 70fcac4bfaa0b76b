-- The checkout form that the shop refused last, for the page that shows it again: no longer than the session, and none once an order is placed.
create table refused_checkouts (
  session_id bigint primary key references sessions on delete cascade,
  -- As it was typed, how it would be paid, and what is wrong with it.
  checkout jsonb not null
);
