-- Up Migration

-- Where briefings arrive as messages: one Slack and one Teams address a user.
create table channels (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('slack', 'teams')),
  -- Whoever has it can write to the channel. Encrypted (db/encryption.ts), owner `channel:{id}`.
  address text not null,
  -- What is shown of it: the host and the last characters.
  hint text not null check (length(hint) <= 300),
  enabled boolean not null,
  -- The mail is sent only where the message could not be.
  replaces_mail boolean not null default false,
  -- The session that set the address: what ends the session ends the channel.
  session_id uuid not null,
  created_at timestamptz not null default now(),
  -- Set when the address answered that it is gone, and after a restore.
  stopped_at timestamptz,
  unique (user_id, kind)
);

-- One message, of a briefing's mail or a test. The states are those of mails: `sending` is committed before anything leaves.
create table channel_messages (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- Kept without its channel: what may have arrived is not sent by mail as well.
  channel_id uuid references channels on delete set null,
  kind text not null check (kind in ('slack', 'teams')),
  email_id uuid references emails on delete set null,
  is_test boolean not null default false,
  -- The mail waits for what becomes of it.
  replaces_mail boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sending', 'delivered', 'unknown', 'failed', 'withdrawn')),
  attempts integer not null default 0,
  -- Of the last answer; null where there was none.
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

-- It left as a message, and not as a mail.
alter table emails add column by_message boolean not null default false;

-- Down Migration

alter table emails drop column by_message;
drop table channel_messages;
drop table channels;
