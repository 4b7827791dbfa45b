-- Up Migration

-- When the account was last used. Unlike sessions, this stays after a sign-out.
alter table users add column last_seen_at timestamptz;
update users set last_seen_at = (select max(sessions.last_seen_at) from sessions where sessions.user_id = users.id);

-- A calendar is synced as long as its vendor lists it and its user has not turned it off.
alter table calendars
  add column is_listed boolean not null default true,
  add column is_switched_off boolean not null default false;
update calendars set is_listed = enabled;
alter table calendars drop column enabled;
alter table calendars
  add column enabled boolean not null generated always as (is_listed and not is_switched_off) stored;

-- Meetings whose mails the user has muted.
create table muted_meetings (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- All occurrences of a series in one calendar ...
  calendar_id uuid references calendars on delete cascade,
  series_id text,
  -- ... or a single meeting.
  meeting_id uuid references meetings on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(series_id, meeting_id) = 1 and (series_id is null) = (calendar_id is null)),
  unique nulls not distinct (user_id, calendar_id, series_id, meeting_id)
);
create index muted_meetings_meeting_id on muted_meetings (meeting_id) where meeting_id is not null;
create index muted_meetings_calendar_id on muted_meetings (calendar_id) where calendar_id is not null;

-- The one-click links in a briefing. Only the token's hash is stored, and each works once.
create table feedback_links (
  id uuid primary key default uuidv7(),
  briefing_id uuid not null references briefings on delete cascade,
  action text not null
    check (action in ('useful', 'not_useful', 'wrong_person', 'mute_domain', 'mute_meeting', 'mute_series')),
  -- The guest's address or the domain the action is about; null if it is about the meeting.
  target text,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index feedback_links_briefing_id on feedback_links (briefing_id);

-- Users' feedback on their briefings; the latest counts.
create table briefing_feedback (
  id uuid primary key default uuidv7(),
  briefing_id uuid not null references briefings on delete cascade,
  action text not null
    check (action in ('useful', 'not_useful', 'wrong_person', 'mute_domain', 'mute_meeting', 'mute_series')),
  target text,
  created_at timestamptz not null default now()
);
create index briefing_feedback_briefing_id on briefing_feedback (briefing_id, id);

-- Down Migration

drop table briefing_feedback, feedback_links, muted_meetings;
alter table calendars add column followed boolean not null default true;
update calendars set followed = enabled;
alter table calendars drop column enabled, drop column is_listed, drop column is_switched_off;
alter table calendars rename column followed to enabled;
alter table users drop column last_seen_at;
