-- Up Migration
-- Without a transaction, so that writes continue while an index is built.

-- For finding briefings that are due soon or overdue.
drop index concurrently if exists meetings_by_due;
create index concurrently meetings_by_due on meetings (briefing_due_at) where briefing_state = 'scheduled';

-- Down Migration

drop index meetings_by_due;
