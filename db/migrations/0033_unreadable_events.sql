-- Up Migration

-- Items of a calendar that could not be read: which, and by which field. Nothing of their content.
create table unreadable_events (
  calendar_id uuid not null references calendars on delete cascade,
  -- The vendor's id, or a hash of the item where it has none.
  provider_event_id text not null,
  field text not null,
  found_at timestamptz not null default now(),
  primary key (calendar_id, provider_event_id)
);

-- Down Migration

drop table unreadable_events;
