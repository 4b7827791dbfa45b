-- The paid plan's monthly limits, as specified at the payment provider; null if not, so that our default plan's apply.
alter table subscriptions
  add column research_limit integer check (research_limit > 0),
  add column meeting_limit integer check (meeting_limit > 0);
