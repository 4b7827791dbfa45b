-- Up Migration

-- Users' answers about which of several people with the same name a guest is. Each applies only to its user.
create table person_answers (
  user_id uuid not null references users on delete cascade,
  -- The guest's address.
  email text not null,
  -- The page about the guest; null if none of those found.
  chosen_url text,
  -- Pages about someone else.
  rejected_urls text[] not null default '{}',
  answered_at timestamptz not null default now(),
  primary key (user_id, email)
);

-- Down Migration

drop table person_answers;
