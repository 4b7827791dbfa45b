-- Up Migration

-- Calendar items that could not be read: their id and the name of the invalid field, but none of their content.
create table unreadable_events (
  calendar_id uuid not null references calendars on delete cascade,
  -- The vendor's id, or a hash of the item if it has none.
  provider_event_id text not null,
  field text not null,
  found_at timestamptz not null default now(),
  primary key (calendar_id, provider_event_id)
);

-- Down Migration

drop table unreadable_events;
