-- Up Migration

create table research_results (
  id uuid primary key default uuidv7(),
  meeting_id uuid not null references meetings on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The researched meeting version and the request it answers: each pair is researched once.
  meeting_version integer not null,
  request integer not null,
  quality_score integer not null check (quality_score between 0 and 100),
  confidence integer not null check (confidence between 0 and 100),
  -- The report of contract/research.ts without id and scores.
  report jsonb not null,
  raw_response text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  searches integer not null,
  created_at timestamptz not null default now(),
  unique (meeting_id, meeting_version, request)
);
create index research_results_by_user on research_results (user_id, created_at desc, id desc);

-- One row per unit of metered work. Reserved and used units count.
create table usage_entries (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('research', 'meeting', 'email')),
  -- What was used, for example `{meetingId}:{request}`; the same work counts once.
  reference text not null,
  state text not null check (state in ('reserved', 'used', 'refunded')),
  created_at timestamptz not null default now(),
  unique (user_id, kind, reference)
);
create index usage_entries_by_period on usage_entries (user_id, kind, created_at) where state <> 'refunded';

create table emails (
  id uuid primary key default uuidv7(),
  -- Identifies the mail, for example `briefing:{meetingId}`. The row is the claim: it makes a second mail impossible.
  mail_key text not null unique,
  user_id uuid references users on delete set null,
  kind text not null,
  to_address text not null,
  -- The mail's content, except for the secret part of its link.
  data jsonb not null,
  -- The secret part of the mail's link, encrypted; erased once the mail is sent.
  secret text,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'unknown', 'failed', 'suppressed')),
  attempts integer not null default 0,
  provider_message_id text,
  error text,
  created_at timestamptz not null default now(),
  sending_at timestamptz,
  sent_at timestamptz
);
create index emails_by_user on emails (user_id, created_at desc);

create table briefings (
  id uuid primary key default uuidv7(),
  meeting_id uuid not null references meetings on delete cascade,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('briefing', 'update')),
  email_id uuid not null unique references emails,
  research_id uuid references research_results on delete set null,
  -- The start time in the mail, to detect later changes.
  meeting_start timestamptz not null,
  created_at timestamptz not null default now(),
  unique (meeting_id, kind)
);

-- Down Migration

drop table briefings, emails, usage_entries, research_results;
