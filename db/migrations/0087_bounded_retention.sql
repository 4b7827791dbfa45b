-- Up Migration

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
