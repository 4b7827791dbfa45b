-- Up Migration

-- Addresses that no longer receive mail, because it bounced or was reported as spam. Only addresses we mailed are here.
create table mail_suppressions (
  address text primary key check (address = lower(address collate "C")),
  reason text not null check (reason in ('bounce', 'complaint')),
  -- When the mail service reported it.
  reported_at timestamptz not null,
  -- Set when the user switched to another address. The row stays, so that a redelivered old report changes nothing.
  lifted_at timestamptz
);

-- Push channels at the calendar vendors. Each reports changes in one calendar until it expires.
create table calendar_channels (
  provider text not null check (provider in ('google', 'microsoft')),
  -- Google: chosen by us. Microsoft: the subscription's id.
  channel_id text not null,
  calendar_id uuid not null references calendars on delete cascade,
  -- Google's id of the watched resource, which its notifications contain and closing the channel requires.
  resource_id text,
  -- SHA-256 of the secret that every notification must contain.
  token_hash bytea not null,
  expires_at timestamptz not null,
  renew_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (provider, channel_id)
);
create index calendar_channels_by_calendar on calendar_channels (calendar_id);

-- Set when the vendor refused a channel: none is requested before then.
alter table calendars add column channel_retry_at timestamptz;

-- Down Migration

alter table calendars drop column channel_retry_at;
drop table calendar_channels, mail_suppressions;
