-- Up Migration

-- Channels that receive briefings as messages: one Slack and one Teams address per user.
create table channels (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('slack', 'teams')),
  -- Secret, since anyone who has it can post to the channel. Encrypted (db/encryption.ts), owner `channel:{id}`.
  address text not null,
  -- The displayed part: the host and the last characters.
  hint text not null check (length(hint) <= 300),
  enabled boolean not null,
  -- The mail is sent only if the message fails.
  replaces_mail boolean not null default false,
  -- The session that set the address. The channel outlives a sign-out, but ends with any change of access that would
  -- end the session.
  session_id uuid not null,
  created_at timestamptz not null default now(),
  -- Set when the address no longer exists (404 or 410), and after a restore.
  stopped_at timestamptz,
  unique (user_id, kind)
);

-- Messages: for a briefing's mail, or a test. As for mails, `sending` is committed before anything is sent.
create table channel_messages (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- Messages outlive their channel: if one may have arrived, the mail it replaces is not sent.
  channel_id uuid references channels on delete set null,
  kind text not null check (kind in ('slack', 'teams')),
  email_id uuid references emails on delete set null,
  is_test boolean not null default false,
  -- The mail waits for the message's outcome.
  replaces_mail boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sending', 'delivered', 'unknown', 'failed', 'withdrawn')),
  attempts integer not null default 0,
  -- Status of the last response; null without one.
  status integer,
  -- A stable code.
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (email_id, channel_id)
);
create index channel_messages_of_channel on channel_messages (channel_id, created_at desc);
create index channel_messages_of_user on channel_messages (user_id);
create index channel_messages_by_age on channel_messages (created_at);
create index channel_messages_open on channel_messages (created_at) where state in ('queued', 'sending');

-- A channel message was delivered instead of the mail.
alter table emails add column by_message boolean not null default false;

-- Down Migration

alter table emails drop column by_message;
drop table channel_messages;
drop table channels;
