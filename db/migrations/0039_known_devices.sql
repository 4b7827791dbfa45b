-- Up Migration

-- Browsers and systems a user has signed in with. Sign-ins with any other are reported to them by mail.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  name text not null check (name <> '' and length(name) <= 100),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, name)
);

-- Down Migration

drop table known_devices;
