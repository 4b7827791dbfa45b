-- Up Migration

-- When base backups finished, for the alert on the newest one's age.
create table base_backups (
  finished_at timestamptz primary key default now()
);

-- Lets the backup role record a backup; it may read and write nothing else.
create function record_base_backup() returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.base_backups default values on conflict do nothing;
  delete from public.base_backups where finished_at < now() - interval '400 days';
$$;
revoke execute on function record_base_backup from public;
do $$
begin
  if exists (select from pg_roles where rolname = 'foreword_backup') then
    grant usage on schema public to foreword_backup;
    grant execute on function record_base_backup to foreword_backup;
  end if;
end
$$;

-- Down Migration

drop function record_base_backup;
drop table base_backups;
