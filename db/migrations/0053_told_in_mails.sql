-- Up Migration

-- What the mail told, of all that its report holds: `{guests, facts}`, facts as `[{text, about, urls}]`. Null for mails from before it was kept, and
-- where it was erased: then what the report holds counts.
alter table briefings add column told jsonb;

-- Down Migration

alter table briefings drop column told;
