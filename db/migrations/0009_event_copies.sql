-- Up Migration

-- An event in several of a user's calendars is one meeting, in the calendar that was synced first. This lists the
-- copies in the others.
create table event_copies (
  calendar_id uuid not null references calendars on delete cascade,
  provider_event_id text not null,
  -- The meeting that represents the event.
  meeting_id uuid not null references meetings on delete cascade,
  primary key (calendar_id, provider_event_id)
);
create index event_copies_meeting_id on event_copies (meeting_id);
create index meetings_by_ical_uid on meetings (user_id, ical_uid) where ical_uid is not null;

-- Down Migration

drop index meetings_by_ical_uid;
drop table event_copies;
