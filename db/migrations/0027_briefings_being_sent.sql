-- Up Migration

-- For counting overdue briefings, like meetings_by_due: those whose sending has started but not finished. Always few.
create index meetings_being_sent on meetings (briefing_due_at) where briefing_state = 'sending';

-- Down Migration

drop index meetings_being_sent;
