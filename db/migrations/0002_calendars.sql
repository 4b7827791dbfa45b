-- Up Migration

create table calendar_integrations (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('google', 'microsoft')),
  -- The provider's stable account id; the address is for display.
  account_subject text not null,
  account_email text not null,
  status text not null check (status in ('connected', 'reconnect_needed', 'disconnected')),
  sync_enabled boolean not null default true,
  -- AES-256-GCM envelopes (db/encryption.ts), owner `{userId}:{provider}`; null once the grant is revoked.
  refresh_token text,
  access_token text,
  access_token_expires_at timestamptz,
  scopes text[] not null default '{}',
  sync_requested_at timestamptz,
  last_sync_at timestamptz,
  -- A stable code (for example grant_revoked, rate_limited), never a provider's message.
  last_sync_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider)
);

create table calendars (
  id uuid primary key default uuidv7(),
  integration_id uuid not null references calendar_integrations on delete cascade,
  provider_calendar_id text not null,
  name text not null,
  is_primary boolean not null default false,
  time_zone text not null default 'UTC',
  enabled boolean not null default true,
  -- Where the next incremental sync continues; null requests a full one.
  sync_cursor text,
  -- Set while a full sync is between pages, so that it continues after a crash instead of starting over.
  full_sync_page_token text,
  full_sync_started_at timestamptz,
  full_synced_at timestamptz,
  window_start timestamptz,
  window_end timestamptz,
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  unique (integration_id, provider_calendar_id)
);

create table meetings (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- Null for a meeting added manually.
  calendar_id uuid references calendars on delete cascade,
  provider_event_id text,
  ical_uid text,
  series_id text,
  original_start timestamptz,
  title text not null,
  description text,
  location text,
  meeting_url text,
  start_time timestamptz not null,
  end_time timestamptz not null check (end_time >= start_time),
  is_all_day boolean not null default false,
  time_zone text not null default 'UTC',
  visibility text not null default 'default' check (visibility in ('default', 'private')),
  organizer_email text,
  user_response text not null default 'accepted' check (user_response in ('accepted', 'declined', 'tentative', 'needsAction')),
  meeting_type text not null check (meeting_type in ('internal', 'external', 'mixed')),
  external_domains text[] not null default '{}',
  external_attendee_count integer not null default 0,
  status text not null default 'confirmed' check (status in ('confirmed', 'cancelled')),
  -- Hash of all provider columns above: an unchanged event writes nothing.
  content_hash bytea not null,
  -- Incremented whenever the meeting's workflow must plan again.
  version integer not null default 1,
  research_state text not null default 'none' check (research_state in ('none', 'pending', 'running', 'completed', 'failed')),
  -- A stable code for why research is parked, never a provider's message.
  research_error text,
  -- Incremented with each manual request, to distinguish its run from earlier ones.
  research_requests integer not null default 0,
  researched_at timestamptz,
  briefing_state text not null default 'none' check (briefing_state in ('none', 'scheduled', 'sending', 'sent', 'unknown', 'skipped', 'failed')),
  briefing_due_at timestamptz,
  briefing_reason text,
  briefing_sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (calendar_id, provider_event_id)
);
create index meetings_by_start on meetings (user_id, start_time, id);
create index meetings_by_series on meetings (calendar_id, series_id) where series_id is not null;

create table attendees (
  meeting_id uuid not null references meetings on delete cascade,
  email text not null,
  name text,
  response_status text not null check (response_status in ('accepted', 'declined', 'tentative', 'needsAction')),
  is_organizer boolean not null default false,
  is_self boolean not null default false,
  is_external boolean not null default false,
  primary key (meeting_id, email)
);
create index attendees_by_email on attendees (email) where is_external;

-- Events seen by a full sync that is still between pages. Those not seen by its end have disappeared.
create table full_sync_seen (
  calendar_id uuid not null references calendars on delete cascade,
  provider_event_id text not null,
  primary key (calendar_id, provider_event_id)
);

create table domain_exclusions (
  user_id uuid not null references users on delete cascade,
  domain text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, domain)
);

-- Down Migration

drop table domain_exclusions, full_sync_seen, attendees, meetings, calendars, calendar_integrations;
