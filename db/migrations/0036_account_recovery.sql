-- Up Migration

alter table users
  -- Incremented whenever ways into the account end. A sign-in started under a lower number gets no session.
  add column access_version integer not null default 0;

-- A provider account that no longer opens this one. The row stays while its grant has yet to be revoked.
alter table identities add column ended_at timestamptz;

alter table auth_tokens
  drop constraint auth_tokens_purpose_check,
  add constraint auth_tokens_purpose_check
    check (purpose in ('verify_email', 'reset_password', 'change_email', 'stop_change_email')),
  -- SHA-256 of the mark of the browser that signed up: there the link acts when opened, elsewhere after a click.
  add column browser_hash bytea,
  -- The session that requested a change of address. It stays signed in when the change applies.
  add column session_id uuid;

-- Down Migration

delete from auth_tokens where purpose = 'stop_change_email';
alter table auth_tokens
  drop constraint auth_tokens_purpose_check,
  add constraint auth_tokens_purpose_check check (purpose in ('verify_email', 'reset_password', 'change_email')),
  drop column browser_hash,
  drop column session_id;
-- Without the mark these would open their accounts again.
delete from identities where ended_at is not null;
alter table identities drop column ended_at;
alter table users drop column access_version;
