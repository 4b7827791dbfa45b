-- Up Migration

-- Addresses of the external guests in the mail, to detect later changes. Null for mails from before this column.
alter table briefings add column external_guests text[];

-- The user's choice for this meeting; null for their default lead time.
alter table meetings add column lead_minutes integer check (lead_minutes between 1 and 2880);

-- Down Migration

alter table meetings drop column lead_minutes;
alter table briefings drop column external_guests;
