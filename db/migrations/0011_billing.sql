-- Up Migration

-- A user's customer object at the payment provider.
create table payment_customers (
  user_id uuid primary key references users on delete cascade,
  provider_customer_id text not null unique,
  -- Incremented whenever the copy of the provider's data is written: a writer that read the data before that must read
  -- again.
  version integer not null default 0,
  -- Part of a checkout's idempotency key: one page per attempt, however often it is requested.
  checkout_attempt integer not null default 1,
  -- The page of this attempt, once known.
  checkout_id text,
  -- This user's trial was recorded in used_trials.
  is_trial_remembered boolean not null default false,
  created_at timestamptz not null default now()
);

-- Events from the provider's webhooks. The key makes redeliveries no-ops.
create table payment_events (
  id text primary key,
  type text not null,
  provider_customer_id text,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index payment_events_by_customer on payment_events (provider_customer_id, occurred_at desc);
create index payment_events_by_receipt on payment_events (received_at);

-- Addresses that have used their trial, including those of deleted accounts, as slow hashes that reveal no address
-- (db/email-hash.ts).
create table used_trials (
  email_hash bytea primary key,
  -- Precise to the day.
  noted_on date not null default current_date
);

-- When the copy was last compared with the provider's object.
alter table subscriptions add column synced_at timestamptz;

-- Down Migration

alter table subscriptions drop column synced_at;
drop table used_trials, payment_events, payment_customers;
