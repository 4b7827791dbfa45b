-- Up Migration

-- The last reason given why a briefing was not useful.
alter table briefing_feedback add column reason text
  check (reason in ('wrong_person', 'wrong_company', 'nothing_new', 'too_long', 'too_late', 'wrong_fact'));
-- Operators see counts of the last weeks.
create index briefing_feedback_created_at on briefing_feedback (created_at);

-- A fact that a reader reported as wrong. It applies to that reader only, since nobody can check it.
create table wrong_facts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- The guest or company it is about.
  meeting_id uuid not null references meetings on delete cascade,
  -- As stated in the briefing, without its marks.
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
