-- Up Migration

-- For counting a webhook's open deliveries, each time one is refused.
create index webhook_deliveries_open on webhook_deliveries (webhook_id) where state in ('queued', 'sending');

-- Webhook events are dispatched after everything else.
create index outbox_by_turn on outbox ((message ->> 'workflow' = 'deliver-webhook'), id);

-- Down Migration

drop index outbox_by_turn;
drop index webhook_deliveries_open;
