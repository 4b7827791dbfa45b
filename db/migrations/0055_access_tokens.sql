-- Up Migration

-- Personal access tokens, with which users' other tools call the API.
create table access_tokens (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  name text not null check (name <> '' and length(name) <= 100),
  scopes text[] not null check (scopes <> '{}' and scopes <@ array['read', 'write']),
  -- SHA-256; the token itself is shown once.
  token_hash bytea not null unique,
  -- The session that created it. The token outlives a sign-out, but ends with any change of access that would end the
  -- session.
  session_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index access_tokens_of_user on access_tokens (user_id, created_at);

-- Down Migration

drop table access_tokens;
