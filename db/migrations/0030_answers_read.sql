-- Up Migration

-- The user's answers about the guests that the research read: `[{"email", "chosenUrl", "rejectedUrls"}]`. Null for
-- older reports.
-- Replaces `answered_research`, which the previous release still writes and the next one drops.
alter table research_results add column answers jsonb;

-- Down Migration

alter table research_results drop column answers;
