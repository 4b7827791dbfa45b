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

-- Down Migration

alter table research_results drop column fresh_until;
drop table answered_research;
