-- Up Migration

-- Browser and system that a user signed in with before: a sign-in with another one is told to them.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  name text not null check (name <> '' and length(name) <= 100),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, name)
);

-- Down Migration

drop table known_devices;
