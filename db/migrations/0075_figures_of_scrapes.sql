-- Up Migration

-- For the metrics, which every scrape reads: emails waiting to be sent, and briefings sent recently. Retention finds old
-- emails by their time too.
create index emails_unsent on emails (created_at) where state in ('queued', 'sending');
create index emails_by_time on emails (created_at);
create index briefings_by_time on briefings (created_at) where kind = 'briefing';

-- Down Migration

drop index briefings_by_time, emails_by_time, emails_unsent;
