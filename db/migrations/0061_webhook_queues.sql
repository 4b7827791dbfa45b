-- Up Migration

-- What waits for a webhook is counted at each refusal.
create index webhook_deliveries_open on webhook_deliveries (webhook_id) where state in ('queued', 'sending');

-- Events for other tools are handed over after everything else.
create index outbox_by_turn on outbox ((message ->> 'workflow' = 'deliver-webhook'), id);

-- Down Migration

drop index outbox_by_turn;
drop index webhook_deliveries_open;
