-- Up Migration

-- An authenticator app that gives codes by time (RFC 6238).
create table totp_factors (
  user_id uuid primary key references users on delete cascade,
  -- AES-256-GCM envelope (db/encryption.ts), owner `{userId}:totp`.
  secret text not null,
  -- Null until a code of it was given; until then it is no factor.
  confirmed_at timestamptz,
  -- The period of the last code that was taken: no code is taken twice.
  last_period bigint,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  -- SHA-256. A code has 118 random bits, so that no slow hash is needed.
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- When a second factor was last given in this session.
alter table sessions add column factor_at timestamptz;

-- Down Migration

alter table sessions drop column factor_at;
drop table recovery_codes;
drop table totp_factors;
