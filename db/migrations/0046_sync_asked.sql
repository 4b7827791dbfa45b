-- Up Migration

-- When the user last requested a sync of the account, which they can do once a minute.
alter table calendar_integrations add column sync_asked_at timestamptz;

-- Down Migration

alter table calendar_integrations drop column sync_asked_at;
