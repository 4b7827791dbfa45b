-- Up Migration

-- Who refreshes the tokens of an account holds this while the vendor is asked: a row of its own transaction would hold a connection for as long.
alter table calendar_integrations
  add column refresh_claim uuid,
  add column refresh_claimed_until timestamptz;

-- Down Migration

alter table calendar_integrations
  drop column refresh_claim,
  drop column refresh_claimed_until;
