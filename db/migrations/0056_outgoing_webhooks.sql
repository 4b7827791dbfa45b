-- Up Migration

-- URLs of users' other tools that receive events about briefings and meetings.
create table outgoing_webhooks (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  url text not null check (length(url) <= 2000),
  events text[] not null check (events <> '{}'),
  -- Signing secret. Encrypted (db/encryption.ts), owner `webhook:{id}`.
  secret text not null,
  created_at timestamptz not null default now(),
  -- Set when deliveries have failed for a day or too many are open, on a 410, and after a restore; cleared by a
  -- successful test.
  stopped_at timestamptz
);
create index outgoing_webhooks_of_user on outgoing_webhooks (user_id, created_at);

-- Events delivered or to be delivered. The receiver sees the id.
create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  webhook_id uuid not null references outgoing_webhooks on delete cascade,
  event text not null,
  -- Only ids, versions and times.
  data jsonb not null,
  -- As for mails: `sending` is committed before anything is sent; an `unknown` one may have arrived and is never sent
  -- again.
  state text not null default 'queued' check (state in ('queued', 'sending', 'delivered', 'unknown', 'failed')),
  attempts integer not null default 0,
  -- Status of the last response; null without one.
  status integer,
  -- A stable code.
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at desc);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

-- Down Migration

drop table webhook_deliveries;
drop table outgoing_webhooks;
