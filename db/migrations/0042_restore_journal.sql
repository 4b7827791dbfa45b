-- Up Migration

-- Changes that restoring an older database must not undo: closed accounts, replaced passwords, ended mails. Each entry
-- is also written outside the database before its change is acknowledged (db/journal.ts); the rows tell a restored
-- database which ones it has seen.
create table journal_entries (
  id uuid primary key default uuidv7(),
  -- Names accounts by a hash of their id, which identifies nobody once they are deleted.
  entry jsonb not null,
  at timestamptz not null default now(),
  -- When it was written outside.
  kept_at timestamptz
);
create index journal_entries_to_keep on journal_entries (id) where kept_at is null;

-- Down Migration

drop table journal_entries;
