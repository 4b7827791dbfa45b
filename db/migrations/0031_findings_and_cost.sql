-- Up Migration

-- What research cost in US dollars, by the list prices of the day: tokens of different models cannot be added up. Null for rows of before.
alter table research_results add column cost_usd double precision;
alter table unfinished_research add column cost_usd double precision;
-- For the sum of the last 24 hours.
create index research_results_by_time on research_results (created_at);
create index unfinished_research_by_time on unfinished_research (created_at);

-- What was found, quote by quote: `{"names": [...], "findings": [{"quotes": [...]}]}` (workers/research/finding.ts). `pages` keeps the pages by title and
-- address, and as their text no more than the quotes: the release before, which runs beside this one during a deploy, writes from that.
-- It knows nothing of findings, so what it researches has older ones or none: only findings of the same moment as `researched_at` count.
alter table dossiers add column findings jsonb;
alter table dossiers add column findings_at timestamptz;

-- Down Migration

alter table dossiers drop column findings_at;
alter table dossiers drop column findings;
drop index unfinished_research_by_time;
drop index research_results_by_time;
alter table unfinished_research drop column cost_usd;
alter table research_results drop column cost_usd;
