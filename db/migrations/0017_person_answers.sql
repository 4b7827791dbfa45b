-- Up Migration

-- A user's answer about which of several people with the same name a guest is. It applies to that user only.
create table person_answers (
  user_id uuid not null references users on delete cascade,
  -- The guest's address.
  email text not null,
  -- The page about the guest; null: none of those found.
  chosen_url text,
  -- Pages about someone else.
  rejected_urls text[] not null default '{}',
  answered_at timestamptz not null default now(),
  primary key (user_id, email)
);

-- Down Migration

drop table person_answers;
