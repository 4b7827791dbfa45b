-- Up Migration

-- Why a briefing was not useful: what was said last.
alter table briefing_feedback add column reason text
  check (reason in ('wrong_person', 'wrong_company', 'nothing_new', 'too_long', 'too_late', 'wrong_fact'));
-- What operators see is counted over the last weeks.
create index briefing_feedback_created_at on briefing_feedback (created_at);

-- What a reader said is wrong. It counts for that reader alone, for nobody can check it.
create table wrong_facts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- Whose guests and companies it is about.
  meeting_id uuid not null references meetings on delete cascade,
  -- As the briefing told it, without its marks.
  statement text not null,
  -- The pages that it rested on.
  urls text[] not null,
  created_at timestamptz not null default now(),
  unique (user_id, meeting_id, statement)
);
create index wrong_facts_meeting_id on wrong_facts (meeting_id);

-- Down Migration

drop table wrong_facts;
drop index briefing_feedback_created_at;
alter table briefing_feedback drop column reason;
