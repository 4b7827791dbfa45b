-- Up Migration

-- What a user's company offers, according to its website. Suggested for the profile, but stored there only if the user
-- saves it.
create table offering_suggestions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  domain text not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- Why there is none.
  failure text check (failure in ('site_unreadable', 'nothing_found', 'objected', 'daily_cap_reached', 'failed')),
  suggestion text,
  sources jsonb not null default '[]',
  cost_usd double precision not null default 0,
  created_at timestamptz not null default now(),
  check ((state = 'done') = (suggestion is not null) and (state = 'failed') = (failure is not null))
);
create index offering_suggestions_user_id on offering_suggestions (user_id, created_at);
-- The daily research cost includes these.
create index offering_suggestions_created_at on offering_suggestions (created_at);

-- Down Migration

drop table offering_suggestions;
