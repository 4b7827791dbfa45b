-- Up Migration

alter table users
  -- From then on, a workflow deletes the account. One that was only disabled is never deleted.
  add column deletion_requested_at timestamptz,
  add constraint users_deletion_requested_at check (deletion_requested_at is null or disabled_at is not null);

-- For deletion and export.
create index audit_log_by_actor on audit_log (actor_user_id, at desc);
create index audit_log_by_subject on audit_log (subject, at desc);
create index emails_by_address on emails (to_address);
create index emails_by_writer on emails ((data ->> 'email')) where kind = 'contact';
create index briefings_by_research on briefings (research_id);

-- The product cannot change the log, with this exception: entries about a deleted account are kept under a pseudonym,
-- and their IP addresses are erased, except those of others, such as an admin who changed the account.
create function pseudonymise_audit_log(deleted_user_id uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  pseudonym constant uuid := gen_random_uuid();
begin
  if not exists (select from public.users where id = deleted_user_id and deletion_requested_at is not null) then
    raise exception 'user % has not asked for deletion', deleted_user_id;
  end if;
  update public.audit_log
  set ip = case when actor_user_id is distinct from deleted_user_id and actor_user_id is not null then ip end,
      actor_user_id = case when actor_user_id = deleted_user_id then pseudonym else actor_user_id end,
      subject = case when subject = 'user:' || deleted_user_id then 'user:' || pseudonym else subject end
  where actor_user_id = deleted_user_id or subject = 'user:' || deleted_user_id;
  return pseudonym;
end
$$;
revoke execute on function pseudonymise_audit_log from public;
grant execute on function pseudonymise_audit_log to foreword_app;

-- Down Migration

drop function pseudonymise_audit_log;
drop index audit_log_by_actor, audit_log_by_subject, emails_by_address, emails_by_writer, briefings_by_research;
alter table users drop constraint users_deletion_requested_at, drop column deletion_requested_at;
