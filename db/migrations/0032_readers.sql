-- Up Migration

-- What users tell us about themselves, for their briefings; null if not given.
alter table users
  add column job_title text check (length(job_title) <= 100),
  -- What they sell or do.
  add column offering text check (length(offering) <= 1000),
  -- What they usually want from a meeting.
  add column meeting_goal text check (length(meeting_goal) <= 500),
  add column briefing_language text not null default 'en'
    check (briefing_language in ('en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ja'));

-- The user's goal for this meeting, and one line on its outcome.
alter table meetings
  add column goal text check (length(goal) <= 500),
  add column outcome text check (length(outcome) <= 500);

-- Down Migration

alter table meetings drop column outcome, drop column goal;
alter table users drop column briefing_language, drop column meeting_goal, drop column offering, drop column job_title;
