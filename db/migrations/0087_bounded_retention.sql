-- Up Migration

-- Let each batch of the daily deletion find its rows without reading whole tables.
create index users_unverified on users (created_at) where email_verified_at is null;
create index emails_of_objections on emails (created_at) where kind = 'objection-confirm' and to_address <> '';

-- Deleting an account looks for everything that refers to it. Without these, each of a batch read all briefings.
create index briefings_by_user on briefings (user_id);
create index objections_by_lister on objections (listed_by) where listed_by is not null;
create index whitelist_entries_by_adder on whitelist_entries (added_by) where added_by is not null;

-- Like forget_audit_addresses(integer), which the previous release calls, but erases only the oldest `batch` addresses.
create function forget_audit_addresses(days integer, batch integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  forgotten bigint;
begin
  if days < 30 then
    raise exception 'the log keeps addresses for 30 days at least';
  end if;
  update public.audit_log set ip = null
  where id = any(array(
    select id from public.audit_log
    where ip is not null and at < now() - make_interval(days => days) order by at limit batch
  ));
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
revoke execute on function forget_audit_addresses(integer, integer) from public;
grant execute on function forget_audit_addresses(integer, integer) to foreword_app;

-- Down Migration

drop function forget_audit_addresses(integer, integer);
drop index whitelist_entries_by_adder, objections_by_lister, briefings_by_user, emails_of_objections, users_unverified;
