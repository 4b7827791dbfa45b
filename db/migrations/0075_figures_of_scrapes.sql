-- Up Migration
-- Without a transaction, so that writes continue while an index is built.

-- For the metrics, which every scrape reads: emails waiting to be sent, and briefings sent recently. Retention finds old
-- emails by their time too.
drop index concurrently if exists emails_unsent;
create index concurrently emails_unsent on emails (created_at) where state in ('queued', 'sending');
drop index concurrently if exists emails_by_time;
create index concurrently emails_by_time on emails (created_at);
drop index concurrently if exists briefings_by_time;
create index concurrently briefings_by_time on briefings (created_at) where kind = 'briefing';

-- Down Migration

drop index briefings_by_time, emails_by_time, emails_unsent;
