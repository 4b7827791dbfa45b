-- Up Migration

-- What a user said when asked which of several people of one name a guest is. It counts for that user alone.
create table person_answers (
  user_id uuid not null references users on delete cascade,
  -- Of the guest.
  email text not null,
  -- The page that is about the guest; null: none of those that were found.
  chosen_url text,
  -- Pages that are about somebody else.
  rejected_urls text[] not null default '{}',
  answered_at timestamptz not null default now(),
  primary key (user_id, email)
);

-- Down Migration

drop table person_answers;
