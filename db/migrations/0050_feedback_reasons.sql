-- Up Migration

-- The latest reason given why a briefing was not useful.
alter table briefing_feedback add column reason text
  check (reason in ('wrong_person', 'wrong_company', 'nothing_new', 'too_long', 'too_late', 'wrong_fact'));
-- For counts of recent feedback.
create index briefing_feedback_created_at on briefing_feedback (created_at);

-- Facts that readers reported as wrong. Each applies only to its reader, since no one can check it.
create table wrong_facts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- The meeting whose briefing contained it.
  meeting_id uuid not null references meetings on delete cascade,
  -- As stated in the briefing, without citation marks.
  statement text not null,
  -- Its source pages.
  urls text[] not null,
  created_at timestamptz not null default now(),
  unique (user_id, meeting_id, statement)
);
create index wrong_facts_meeting_id on wrong_facts (meeting_id);

-- Down Migration

drop table wrong_facts;
drop index briefing_feedback_created_at;
alter table briefing_feedback drop column reason;
