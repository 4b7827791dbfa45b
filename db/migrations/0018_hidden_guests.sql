-- Up Migration

-- The calendar names only some of the guests: their organizer hides the others, or there are more than its vendor lists.
alter table meetings add column guests_hidden boolean not null default false;

-- Down Migration

alter table meetings drop column guests_hidden;
