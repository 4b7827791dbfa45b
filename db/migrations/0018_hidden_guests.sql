-- Up Migration

-- Some guests are missing: the organizer hides them, or there are more than the vendor lists.
alter table meetings add column guests_hidden boolean not null default false;

-- Down Migration

alter table meetings drop column guests_hidden;
