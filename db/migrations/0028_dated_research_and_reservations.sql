-- Up Migration

-- When the oldest of the dossiers was researched that a report rests on; null where all of it was looked up for this report.
alter table research_results add column oldest_dossier_at timestamptz;

-- Ages of pages were kept as the search gave them (`3 days ago`), which say nothing on another day: such dossiers are researched anew.
update dossiers set fresh_until = now()
where fresh_until > now() and jsonb_path_exists(pages, '$[*].age ? (@ like_regex "ago|yesterday|today|now" flag "i")');

-- For the search for reservations that nothing will settle. Few at any time.
create index usage_entries_reserved on usage_entries (created_at) where state = 'reserved';

-- Down Migration

drop index usage_entries_reserved;
alter table research_results drop column oldest_dossier_at;
