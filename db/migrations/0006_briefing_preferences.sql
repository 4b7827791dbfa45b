-- Up Migration

alter table users
  -- Local times in the user's zone, such as `22:00`; both or neither.
  add column quiet_hours_start text check (quiet_hours_start ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column quiet_hours_end text check (quiet_hours_end ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column briefing_digest boolean not null default false,
  add column briefings_paused boolean not null default false,
  add constraint users_quiet_hours check ((quiet_hours_start is null) = (quiet_hours_end is null));

-- Down Migration

alter table users
  drop constraint users_quiet_hours,
  drop column quiet_hours_start,
  drop column quiet_hours_end,
  drop column briefing_digest,
  drop column briefings_paused;
