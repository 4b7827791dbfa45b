-- Up Migration

-- Who a user is to the payment provider.
create table payment_customers (
  user_id uuid primary key references users on delete cascade,
  provider_customer_id text not null unique,
  -- Goes up with each copy of what the provider has: whoever read before another's copy was written reads again.
  version integer not null default 0,
  -- Part of the key under which a checkout is opened: there is one page for each attempt, however often it is asked for.
  checkout_attempt integer not null default 1,
  -- The page of this attempt, once it is known.
  checkout_id text,
  -- A trial of this user was noted in used_trials.
  is_trial_remembered boolean not null default false,
  created_at timestamptz not null default now()
);

-- What the provider reported. The key makes a second delivery of the same event do nothing.
create table payment_events (
  id text primary key,
  type text not null,
  provider_customer_id text,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index payment_events_by_customer on payment_events (provider_customer_id, occurred_at desc);
create index payment_events_by_receipt on payment_events (received_at);

-- Addresses that had their trial, also those of deleted accounts: a slow hash, from which no address can be read (db/email-hash.ts).
create table used_trials (
  email_hash bytea primary key,
  -- To the day.
  noted_on date not null default current_date
);

-- When the copy was last held against the provider's object.
alter table subscriptions add column synced_at timestamptz;

-- Down Migration

alter table subscriptions drop column synced_at;
drop table used_trials, payment_events, payment_customers;
