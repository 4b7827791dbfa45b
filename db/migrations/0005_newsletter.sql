-- Up Migration

-- Newsletter subscribers. Only those who confirmed with the mailed link may receive newsletters.
create table newsletter_subscriptions (
  id uuid primary key default uuidv7(),
  email text not null unique check (email <> '' and length(email) <= 254 and email = lower(email collate "C")),
  -- SHA-256 of the newest link's token. Kept after confirmation, so that opening the link again succeeds.
  token_hash bytea not null unique,
  token_expires_at timestamptz not null,
  -- When the newest link was created; limits how soon the address can be sent another.
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);

-- Down Migration

drop table newsletter_subscriptions;
