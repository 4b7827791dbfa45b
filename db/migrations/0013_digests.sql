-- Up Migration

-- The digest of a day is one mail for several meetings: each is claimed as by a briefing of its own, which is what keeps it from being briefed twice.
alter table briefings drop constraint briefings_email_id_key;
create index briefings_by_email on briefings (email_id);
create index users_with_digest on users (id) where briefing_digest;

-- Down Migration

drop index users_with_digest, briefings_by_email;
alter table briefings add constraint briefings_email_id_key unique (email_id);
