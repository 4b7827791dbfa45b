-- Up Migration

-- When the user last clicked "Sync now": at most once a minute.
alter table calendar_integrations add column sync_asked_at timestamptz;

-- Down Migration

alter table calendar_integrations drop column sync_asked_at;
