-- Up Migration

-- What the user had said about the guests when research read it: `[{"email", "chosenUrl", "rejectedUrls"}]`. Null for reports of before.
-- It takes the place of `answered_research`, which the release before still writes, and which goes with the next one.
alter table research_results add column answers jsonb;

-- Down Migration

alter table research_results drop column answers;
