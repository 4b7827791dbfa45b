-- Up Migration

-- Browsers notified when a briefing is ready. Each ends with the session that subscribed. Sending requires
-- VAPID_PRIVATE_KEY.
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  -- The browser's address at its vendor's push service.
  endpoint text not null unique check (length(endpoint) <= 2000),
  -- The browser's encryption keys, so that the vendor cannot read messages.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- Notifications: one per meeting and browser, however often the meeting is researched.
create table push_deliveries (
  id uuid primary key default uuidv7(),
  subscription_id uuid not null references push_subscriptions on delete cascade,
  meeting_id uuid not null references meetings on delete cascade,
  -- As for mails: `sending` is committed before anything is sent; an `unknown` one may have arrived and is never sent
  -- again.
  state text not null default 'queued' check (state in ('queued', 'sending', 'delivered', 'unknown', 'failed')),
  attempts integer not null default 0,
  -- Status of the last response; null without one.
  status integer,
  -- A stable code.
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (subscription_id, meeting_id)
);
create index push_deliveries_of_meeting on push_deliveries (meeting_id);

-- Down Migration

drop table push_deliveries;
drop table push_subscriptions;
