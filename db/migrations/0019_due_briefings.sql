-- Up Migration

-- For the look after briefings that are due soon and have nobody who takes care of them.
create index meetings_by_due on meetings (briefing_due_at) where briefing_state = 'scheduled';

-- Down Migration

drop index meetings_by_due;
