-- Up Migration

-- Links that show a briefing to anyone who has them. One per meeting: a new link replaces the previous one.
create table briefing_shares (
  meeting_id uuid primary key references meetings on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- SHA-256; the link itself is shown once.
  token_hash bytea not null unique,
  -- The session that created it. The link outlives a sign-out, but ends with any change of access that would end the
  -- session.
  session_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  opens integer not null default 0,
  last_opened_at timestamptz
);
create index briefing_shares_of_user on briefing_shares (user_id);

-- Down Migration

drop table briefing_shares;
