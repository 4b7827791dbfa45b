-- Up Migration

-- For the daily deletion, which otherwise reads these tables from beginning to end.
create index meetings_by_end on meetings (end_time);
create index feedback_links_by_expiry on feedback_links (expires_at);
create index push_deliveries_by_age on push_deliveries (created_at);

-- Down Migration

drop index push_deliveries_by_age, feedback_links_by_expiry, meetings_by_end;
