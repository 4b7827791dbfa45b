-- Up Migration

-- Deletions that have not finished, for the metric and for restarting lost ones: closed accounts, and confirmation
-- mails whose address is not yet erased.
create index users_closed on users (deletion_requested_at) where deletion_requested_at is not null;
create index emails_of_deletions on emails (id) where kind = 'account-deleted' and to_address <> '';

-- Down Migration

drop index users_closed, emails_of_deletions;
