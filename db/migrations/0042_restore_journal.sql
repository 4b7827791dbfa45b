-- Up Migration

-- Changes that restoring an older database must not undo: closed accounts, replaced passwords, stopped mails. Each
-- entry is also written outside the database before its change is acknowledged (db/journal.ts). The rows show which
-- entries a restored database has seen.
create table journal_entries (
  id uuid primary key default uuidv7(),
  -- Identifies accounts by a hash of their id, which identifies no one once they are deleted.
  entry jsonb not null,
  at timestamptz not null default now(),
  -- When the entry was written outside the database.
  kept_at timestamptz
);
create index journal_entries_to_keep on journal_entries (id) where kept_at is null;

-- Down Migration

drop table journal_entries;
