-- Up Migration

-- Who asked for the newsletter, and who confirmed it from their own inbox: only the latter may be written to.
create table newsletter_subscriptions (
  id uuid primary key default uuidv7(),
  email text not null unique check (email <> '' and length(email) <= 254 and email = lower(email collate "C")),
  -- SHA-256 of the newest link's token. Kept after the confirmation, so that following the link again succeeds again.
  token_hash bytea not null unique,
  token_expires_at timestamptz not null,
  -- When the newest link was made: a stranger's address is not written to again at once.
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);

-- Down Migration

drop table newsletter_subscriptions;
