-- Up Migration

-- When the last attempt started: a delivery that is still `sending` long after that is stuck.
alter table webhook_deliveries add column sending_at timestamptz;
alter table channel_messages add column sending_at timestamptz;
create index webhook_deliveries_sending on webhook_deliveries (sending_at) where state = 'sending';
create index webhook_deliveries_unknown on webhook_deliveries (finished_at) where state = 'unknown';
create index channel_messages_unknown on channel_messages (finished_at) where state = 'unknown';

-- Down Migration

drop index channel_messages_unknown;
drop index webhook_deliveries_unknown;
drop index webhook_deliveries_sending;
alter table channel_messages drop column sending_at;
alter table webhook_deliveries drop column sending_at;
