-- Up Migration

-- When the oldest reused dossier behind a report was researched; null if none was reused.
alter table research_results add column oldest_dossier_at timestamptz;

-- Page ages were stored as the search returned them (`3 days ago`), which is meaningless on another day, so those
-- dossiers are researched again.
update dossiers set fresh_until = now()
where fresh_until > now() and jsonb_path_exists(pages, '$[*].age ? (@ like_regex "ago|yesterday|today|now" flag "i")');

-- For finding reservations that nothing will settle. Always few.
create index usage_entries_reserved on usage_entries (created_at) where state = 'reserved';

-- Down Migration

drop index usage_entries_reserved;
alter table research_results drop column oldest_dossier_at;
