-- Up Migration

-- As for webhooks and channel messages (0063): when the last attempt started, to detect stuck pushes.
alter table push_deliveries add column sending_at timestamptz;
create index push_deliveries_sending on push_deliveries (sending_at) where state = 'sending';
create index push_deliveries_unknown on push_deliveries (finished_at) where state = 'unknown';

-- Down Migration

drop index push_deliveries_unknown;
drop index push_deliveries_sending;
alter table push_deliveries drop column sending_at;
