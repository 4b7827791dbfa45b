-- Up Migration

-- The part of the report that the mail contained: `{guests, facts}`, facts as `[{text, about, urls}]`. Null for older
-- mails and after erasure: the whole report then counts as mailed.
alter table briefings add column told jsonb;

-- Down Migration

alter table briefings drop column told;
