-- Up Migration

-- Addresses to which no mail goes any more, because it came back or its reader called it spam. Only addresses that we mailed are here.
create table mail_suppressions (
  address text primary key check (address = lower(address collate "C")),
  reason text not null check (reason in ('bounce', 'complaint')),
  -- When the mail service said so.
  reported_at timestamptz not null,
  -- Set when the address was given up by its user. The row stays, so that an old report that comes once more changes nothing.
  lifted_at timestamptz
);

-- Push channels at the calendar vendors: each tells of changes in one calendar until it expires.
create table calendar_channels (
  provider text not null check (provider in ('google', 'microsoft')),
  -- Google: chosen here. Microsoft: the subscription's.
  channel_id text not null,
  calendar_id uuid not null references calendars on delete cascade,
  -- Google's id of what is watched, which its notices carry and a stop needs.
  resource_id text,
  -- SHA-256 of what every notice has to bring along.
  token_hash bytea not null,
  expires_at timestamptz not null,
  renew_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (provider, channel_id)
);
create index calendar_channels_by_calendar on calendar_channels (calendar_id);

-- Until then no channel is asked for again: the vendor refused one.
alter table calendars add column channel_retry_at timestamptz;

-- Down Migration

alter table calendars drop column channel_retry_at;
drop table calendar_channels, mail_suppressions;
