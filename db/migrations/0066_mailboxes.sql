-- Up Migration
-- Without a transaction, so that writes continue while an index is built.

-- Finds verified accounts by their mailbox, under whichever of its addresses: by the part of the address before the tag,
-- without dots, which Gmail ignores. The query compares the rest.
drop index concurrently if exists users_by_mailbox;
create index concurrently users_by_mailbox on users (replace(split_part(split_part(email, '@', 1), '+', 1), '.', ''))
  where email_verified_at is not null;

-- Down Migration

drop index users_by_mailbox;
