-- The paid plan's monthly limits, as set at the payment provider. Null if not set: our default plan's limits then
-- apply.
alter table subscriptions
  add column research_limit integer check (research_limit > 0),
  add column meeting_limit integer check (meeting_limit > 0);
