-- Page views and additions to the cart, for the merchant: sums of a day. Says nothing about any visitor.
create table shop_statistics (
  -- In UTC.
  day date not null,
  -- See shop/statistics/statistics.ts.
  event text not null,
  -- 0: not about a product, or one that was not told apart.
  product_id bigint not null,
  -- How a visit began with this page: utm, organic, referral or typein; "": not the first page, or not a page.
  source text not null,
  is_mobile boolean not null,
  times bigint not null,
  primary key (day, event, product_id, source, is_mobile)
);
