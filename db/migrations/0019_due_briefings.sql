-- Up Migration

-- For finding briefings that are due soon or overdue.
create index meetings_by_due on meetings (briefing_due_at) where briefing_state = 'scheduled';

-- Down Migration

drop index meetings_by_due;
