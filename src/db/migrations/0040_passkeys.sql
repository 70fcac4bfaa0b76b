-- Passkeys (WebAuthn): sign in without a password, and are a second factor of members of staff.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 16 and 1023),
  -- SubjectPublicKeyInfo, DER.
  public_key bytea not null,
  -- Given by its owner.
  name text not null,
  -- How often it was used, as far as it counts; 0: it does not.
  sign_count bigint not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Owners of passkeys have recovery codes too.
alter table recovery_codes drop constraint recovery_codes_user_id_fkey,
  add constraint recovery_codes_user_id_fkey foreign key (user_id) references users on delete cascade;
