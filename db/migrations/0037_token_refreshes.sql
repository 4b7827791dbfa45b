-- Up Migration

-- Claim of the process that is refreshing an account's tokens. A row lock would occupy a connection during the vendor's
-- call.
alter table calendar_integrations
  add column refresh_claim uuid,
  add column refresh_claimed_until timestamptz;

-- Down Migration

alter table calendar_integrations
  drop column refresh_claim,
  drop column refresh_claimed_until;
