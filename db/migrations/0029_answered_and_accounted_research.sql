-- Up Migration

-- Meetings that were researched again because their user said who a guest is: once for each page, however often the answer goes back and forth.
create table answered_research (
  meeting_id uuid not null references meetings on delete cascade,
  -- Of the guest.
  email text not null,
  -- Null: none of those that were found.
  chosen_url text,
  unique nulls not distinct (meeting_id, email, chosen_url)
);

-- Until when what a report rests on counts as fresh, of the dossiers that were there before it; null where none was, and for reports of before.
alter table research_results add column fresh_until timestamptz;

-- What attempts of research took that have come to no report: one row for each time the engine runs it, gone once there is its report.
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
