-- Up Migration

-- Addresses of the guests from outside whom the mail speaks of: what comes after is measured against them. Null of mails from before this was kept.
alter table briefings add column external_guests text[];

-- The user's own wish for this one meeting; null: the lead time of their preferences.
alter table meetings add column lead_minutes integer check (lead_minutes between 1 and 2880);

-- Down Migration

alter table meetings drop column lead_minutes;
alter table briefings drop column external_guests;
