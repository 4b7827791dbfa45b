-- Up Migration

-- An authenticator app with time-based codes (RFC 6238).
create table totp_factors (
  user_id uuid primary key references users on delete cascade,
  -- AES-256-GCM envelope (db/encryption.ts), owner `{userId}:totp`.
  secret text not null,
  -- Null until its first code is entered; it is not a factor before that.
  confirmed_at timestamptz,
  -- The period of the last accepted code: no code is accepted twice.
  last_period bigint,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  -- SHA-256. A code has 118 random bits, so a slow hash is unnecessary.
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- When a second factor was last entered in this session.
alter table sessions add column factor_at timestamptz;

-- Down Migration

alter table sessions drop column factor_at;
drop table recovery_codes;
drop table totp_factors;
