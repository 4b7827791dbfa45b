-- The paid plan's monthly limits, as stated by the payment provider. Null: not stated, so our plan's amounts apply.
alter table subscriptions
  add column research_limit integer check (research_limit > 0),
  add column meeting_limit integer check (meeting_limit > 0);
