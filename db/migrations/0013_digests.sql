-- Up Migration

-- A daily digest is one mail for several meetings. Each has its own row, as for a separate briefing, so that it is not
-- briefed twice.
alter table briefings drop constraint briefings_email_id_key;
create index briefings_by_email on briefings (email_id);
create index users_with_digest on users (id) where briefing_digest;

-- Down Migration

drop index users_with_digest, briefings_by_email;
alter table briefings add constraint briefings_email_id_key unique (email_id);
