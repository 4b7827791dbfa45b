-- Up Migration

-- For the count of briefings that are overdue, beside meetings_by_due: those that were begun and have not ended. Few at any time.
create index meetings_being_sent on meetings (briefing_due_at) where briefing_state = 'sending';

-- Down Migration

drop index meetings_being_sent;
