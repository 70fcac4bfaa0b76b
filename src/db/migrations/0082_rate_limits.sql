-- Points used of a rate limit, by a SHA-256 of the limit's name and key (see src/shop/rate-limits.ts).
alter table failed_tries rename to rate_limits;
alter table rate_limits rename column tries to points;
alter table rate_limits rename constraint failed_tries_pkey to rate_limits_pkey;
alter table rate_limits rename constraint failed_tries_tries_check to rate_limits_points_check;
alter index failed_tries_expiry rename to rate_limits_expiry;
