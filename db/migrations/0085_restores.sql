-- Up Migration

-- Restores of this database. What happened between `lost_from` and `lost_until` may be missing from it, such as emails
-- that were sent (ops/commands/mark-unknown.ts).
create table restores (
  id uuid primary key default uuidv7(),
  -- As named by ops/restore.sh in the setting `foreword.restored`; null after a restore of another kind.
  name text unique,
  -- Null if nothing is missing.
  lost_from timestamptz,
  lost_until timestamptz not null default now()
);

-- Down Migration

drop table restores;
