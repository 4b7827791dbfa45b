-- Up Migration

-- Public keys of authenticators (WebAuthn); nothing here is secret.
create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- The browser's id for it, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- Increases with each use, if the authenticator counts; a counter that does not increase points to a clone.
  counter bigint not null,
  transports text[] not null,
  name text not null check (name <> '' and length(name) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id on passkeys (user_id);

-- Down Migration

drop table passkeys;
