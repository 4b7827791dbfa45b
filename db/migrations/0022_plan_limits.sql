-- What the plan that is paid for includes in a month, as the payment provider says. Null: it says nothing, and the amounts of the plan we know count.
alter table subscriptions
  add column research_limit integer check (research_limit > 0),
  add column meeting_limit integer check (meeting_limit > 0);
