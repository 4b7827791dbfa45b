-- Up Migration

-- What must not come back when the database is restored to an earlier moment: accounts that were closed, passwords that were replaced, mails that were
-- ended. Each entry is also written outside the database before its change is acknowledged (db/journal.ts); the rows tell a restored database which
-- of those it has seen.
create table journal_entries (
  id uuid primary key default uuidv7(),
  -- Names accounts by a hash of their id, which leads nowhere once they are gone.
  entry jsonb not null,
  at timestamptz not null default now(),
  -- When it stood outside.
  kept_at timestamptz
);
create index journal_entries_to_keep on journal_entries (id) where kept_at is null;

-- Down Migration

drop table journal_entries;
