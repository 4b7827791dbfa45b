-- Up Migration

-- Lets commands that repair a restored database notice that it is of an earlier version (ops/commands/require-migrated.ts).
grant select on migrations to foreword_app;

-- Down Migration

revoke select on migrations from foreword_app;
