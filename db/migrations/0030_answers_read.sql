-- Up Migration

-- The user's answers about the guests that the research read: `[{"email", "chosenUrl", "rejectedUrls"}]`. Null for
-- older reports. Replaces `answered_research`, which is no longer used.
alter table research_results add column answers jsonb;

-- Down Migration

alter table research_results drop column answers;
