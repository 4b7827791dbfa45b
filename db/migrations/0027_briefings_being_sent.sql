-- Up Migration
-- Without a transaction, so that writes continue while an index is built.

-- For counting overdue briefings, like meetings_by_due: those whose sending has started but not finished. Always few.
drop index concurrently if exists meetings_being_sent;
create index concurrently meetings_being_sent on meetings (briefing_due_at) where briefing_state = 'sending';

-- Down Migration

drop index meetings_being_sent;
