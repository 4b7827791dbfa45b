-- Up Migration
-- Without a transaction, so that writes continue while an index is built.

-- Deletions that have not finished, for the metric and for restarting lost ones: closed accounts, and confirmation
-- mails whose address is not yet erased.
drop index concurrently if exists users_closed;
create index concurrently users_closed on users (deletion_requested_at) where deletion_requested_at is not null;
drop index concurrently if exists emails_of_deletions;
create index concurrently emails_of_deletions on emails (id) where kind = 'account-deleted' and to_address <> '';

-- Down Migration

drop index users_closed, emails_of_deletions;
