-- Up Migration

-- Cost of the research in US dollars, since tokens of different models cannot be added up. Null for older rows.
alter table research_results add column cost_usd double precision;
alter table unfinished_research add column cost_usd double precision;
-- For the sum of the last 24 hours.
create index research_results_by_time on research_results (created_at);
create index unfinished_research_by_time on unfinished_research (created_at);

-- Findings, quote by quote: `{"names": [...], "findings": [{"quotes": [...]}]}` (workers/research/finding.ts). `pages`
-- keeps the pages' titles, addresses and, as text, only the quotes: the previous release, which runs alongside during a
-- deploy, uses those. It does not write findings, so they count only if `findings_at` equals `researched_at`.
alter table dossiers add column findings jsonb;
alter table dossiers add column findings_at timestamptz;

-- Down Migration

alter table dossiers drop column findings_at;
alter table dossiers drop column findings;
drop index unfinished_research_by_time;
drop index research_results_by_time;
alter table unfinished_research drop column cost_usd;
alter table research_results drop column cost_usd;
