-- Up Migration

-- The part of its report that the mail contained: `{guests, facts}`, facts as `[{text, about, urls}]`. Null for older
-- mails and after erasure: then the whole report counts.
alter table briefings add column told jsonb;

-- Down Migration

alter table briefings drop column told;
