-- Up Migration

-- Whether a workflow has a deferred message is looked up once per due message, so this lookup has an index of its own.
-- The index on the time alone goes: while the outbox is nearly empty, statistics make it look as good, and with
-- thousands of deferred messages each lookup then read all of them.
drop index outbox_by_next_attempt;
drop index outbox_by_workflow;
create index outbox_by_workflow on outbox (workflow, next_attempt_at);

-- Down Migration

drop index outbox_by_workflow;
create index outbox_by_workflow on outbox (workflow, id);
create index outbox_by_next_attempt on outbox (next_attempt_at, id);
