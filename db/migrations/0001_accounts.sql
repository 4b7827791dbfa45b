-- Up Migration

-- The product connects as a member of foreword_app, which reads and writes rows but owns nothing.
do $$
begin
  if not exists (select from pg_roles where rolname = 'foreword_app') then
    create role foreword_app;
  end if;
end
$$;
grant usage on schema public to foreword_app;
alter default privileges in schema public grant select, insert, update, delete on tables to foreword_app;

create table users (
  id uuid primary key default uuidv7(),
  -- ASCII case is folded before writing. Other letters are kept as they are, so this does not use the database locale's
  -- `lower`.
  email text not null unique check (email <> '' and length(email) <= 254 and email = lower(email collate "C")),
  email_verified_at timestamptz,
  -- Null for accounts that have only signed in with a provider.
  password_hash text,
  first_name text not null default '',
  last_name text not null default '',
  company_domain text,
  timezone text not null default 'UTC',
  email_notifications boolean not null default true,
  role text not null default 'user' check (role in ('user', 'admin', 'superadmin')),
  lead_minutes integer not null default 120 check (lead_minutes between 1 and 2880),
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Provider accounts are keyed by issuer and subject: an address can change hands, a subject cannot.
create table identities (
  issuer text not null,
  subject text not null,
  provider text not null check (provider in ('google', 'microsoft')),
  user_id uuid not null references users on delete cascade,
  email text not null,
  -- The grant from this sign-in, from which a calendar integration can be created. Encrypted (db/encryption.ts), owner
  -- `{userId}:{provider}`.
  refresh_token text,
  scopes text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user_id on identities (user_id);

-- The session's entry in Redis has this id; deleting the row ends the session, whatever Redis says.
create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user_id on sessions (user_id);

-- Single-use links in account mails. Only the hash is stored.
create table auth_tokens (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email')),
  token_hash bytea not null unique,
  -- The address being confirmed: a token must not verify an address that was changed after it was sent.
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index auth_tokens_user_id on auth_tokens (user_id);

create table whitelist_entries (
  id uuid primary key default uuidv7(),
  email text not null unique check (email = lower(email collate "C")),
  reason text,
  contract_reference text,
  expires_at timestamptz,
  added_by uuid references users on delete set null,
  created_at timestamptz not null default now()
);

-- A copy of the payment provider's object, written only from the provider's own responses.
create table subscriptions (
  user_id uuid primary key references users on delete cascade,
  provider_subscription_id text unique,
  provider_customer_id text,
  plan text not null,
  status text not null,
  trial_ends_at timestamptz,
  current_period_start timestamptz,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Who did what. Rows outlive the users they are about, and the product cannot change them.
create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null default now(),
  actor_user_id uuid,
  action text not null,
  subject text not null,
  ip text,
  details jsonb not null default '{}'
);
create index audit_log_at on audit_log (at desc, id desc);
revoke update, delete on audit_log from foreword_app;

-- Down Migration

drop table audit_log, subscriptions, whitelist_entries, auth_tokens, sessions, identities, users;
