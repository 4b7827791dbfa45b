-- Up Migration

-- For counting overdue briefings, next to meetings_by_due: those started but not finished. Always few.
create index meetings_being_sent on meetings (briefing_due_at) where briefing_state = 'sending';

-- Down Migration

drop index meetings_being_sent;
