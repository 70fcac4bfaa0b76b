-- Which products were ordered together, counted every night: for each product the few that most of its orders have.
create table bought_together (
  product_id bigint not null references products on delete cascade,
  other_id bigint not null references products on delete cascade,
  order_count integer not null check (order_count > 0),
  primary key (product_id, other_id)
);
create index bought_together_other on bought_together (other_id);
