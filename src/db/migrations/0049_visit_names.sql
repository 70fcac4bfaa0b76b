-- Visits by the campaign, search engine or other site that led to them, for the merchant: sums of a day. Says nothing about any
-- visitor.
create table visit_names (
  -- In UTC.
  day date not null,
  -- utm, organic or referral.
  source text not null,
  -- "": too rare to be told apart, or perhaps personal.
  name text not null,
  visits bigint not null,
  primary key (day, source, name)
);
