-- Up Migration
-- Without a transaction, so that writes continue while an index is built.

-- Let each batch of the daily deletion find its rows without reading whole tables.
drop index concurrently if exists users_unverified;
create index concurrently users_unverified on users (created_at) where email_verified_at is null;
drop index concurrently if exists emails_of_objections;
create index concurrently emails_of_objections on emails (created_at) where kind = 'objection-confirm' and to_address <> '';

-- Deleting an account looks for everything that refers to it. Without these, each of a batch read all briefings.
drop index concurrently if exists briefings_by_user;
create index concurrently briefings_by_user on briefings (user_id);
drop index concurrently if exists objections_by_lister;
create index concurrently objections_by_lister on objections (listed_by) where listed_by is not null;
drop index concurrently if exists whitelist_entries_by_adder;
create index concurrently whitelist_entries_by_adder on whitelist_entries (added_by) where added_by is not null;

-- Down Migration

drop index whitelist_entries_by_adder, objections_by_lister, briefings_by_user, emails_of_objections, users_unverified;
