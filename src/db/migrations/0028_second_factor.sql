-- One-time passwords from an app, for members of staff.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  -- Encrypted with the shop's secret key (platform/seals.ts).
  secret text not null,
  -- The time step of the last code used: each code is good once.
  last_step bigint not null
);

-- Codes for the owner of a lost phone, each good once; deleted when used.
create table recovery_codes (
  user_id bigint references second_factors on delete cascade,
  code_hash bytea,
  primary key (user_id, code_hash)
);

-- second-factor: not mailed; held by the browser between password and code.
alter table mail_tokens drop constraint mail_tokens_purpose_check,
  add constraint mail_tokens_purpose_check
    check (purpose in ('registration', 'password-reset', 'email-change', 'second-factor'));
