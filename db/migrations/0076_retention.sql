-- Up Migration
-- Without a transaction, so that writes continue while an index is built.

-- For the daily deletion, which otherwise reads these tables from beginning to end.
drop index concurrently if exists meetings_by_end;
create index concurrently meetings_by_end on meetings (end_time);
drop index concurrently if exists feedback_links_by_expiry;
create index concurrently feedback_links_by_expiry on feedback_links (expires_at);
drop index concurrently if exists push_deliveries_by_age;
create index concurrently push_deliveries_by_age on push_deliveries (created_at);

-- Down Migration

drop index push_deliveries_by_age, feedback_links_by_expiry, meetings_by_end;
