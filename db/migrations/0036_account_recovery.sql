-- Up Migration

alter table users
  -- Incremented whenever ways to sign in are revoked. A sign-in started under a lower number gets no session.
  add column access_version integer not null default 0;

-- Set when a provider account can no longer sign in to this one. The row stays, as its grant must still be revoked.
alter table identities add column ended_at timestamptz;

alter table auth_tokens
  drop constraint auth_tokens_purpose_check,
  add constraint auth_tokens_purpose_check
    check (purpose in ('verify_email', 'reset_password', 'change_email', 'stop_change_email')),
  -- SHA-256 of the cookie of the browser that signed up. There, the link works when opened; elsewhere, after a click.
  add column browser_hash bytea,
  -- The session that requested an address change, which stays signed in when the change takes effect.
  add column session_id uuid;

-- Down Migration

delete from auth_tokens where purpose = 'stop_change_email';
alter table auth_tokens
  drop constraint auth_tokens_purpose_check,
  add constraint auth_tokens_purpose_check check (purpose in ('verify_email', 'reset_password', 'change_email')),
  drop column browser_hash,
  drop column session_id;
-- Without `ended_at`, these could sign in to their accounts again.
delete from identities where ended_at is not null;
alter table identities drop column ended_at;
alter table users drop column access_version;
