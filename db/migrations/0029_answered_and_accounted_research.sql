-- Up Migration

-- Meetings researched again after a disambiguation: once per page, however often the answer changes.
create table answered_research (
  meeting_id uuid not null references meetings on delete cascade,
  -- The guest's address.
  email text not null,
  -- Null if none of those found.
  chosen_url text,
  unique nulls not distinct (meeting_id, email, chosen_url)
);

-- Until when the reused dossiers behind a report count as fresh; null if none were reused, and for older reports.
alter table research_results add column fresh_until timestamptz;

-- Usage of research attempts without a report so far: one row per engine run, deleted once there is a report.
create table unfinished_research (
  execution text primary key,
  meeting_id uuid not null references meetings on delete cascade,
  user_id uuid not null references users on delete cascade,
  input_tokens integer not null,
  output_tokens integer not null,
  searches integer not null,
  created_at timestamptz not null default now()
);
create index unfinished_research_by_user on unfinished_research (user_id);
create index unfinished_research_by_meeting on unfinished_research (meeting_id);

-- Down Migration

drop table unfinished_research;
alter table research_results drop column fresh_until;
drop table answered_research;
