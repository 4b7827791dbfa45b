-- Up Migration

-- When the oldest of the dossiers was researched that a report rests on; null where all of it was looked up for this report.
alter table research_results add column oldest_dossier_at timestamptz;

-- Ages of pages were kept as the search gave them (`3 days ago`), which say nothing on another day: such dossiers are researched anew.
update dossiers set fresh_until = now()
where fresh_until > now() and jsonb_path_exists(pages, '$[*].age ? (@ like_regex "ago|yesterday|today|now" flag "i")');

-- Down Migration

alter table research_results drop column oldest_dossier_at;
