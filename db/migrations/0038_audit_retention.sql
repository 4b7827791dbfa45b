-- Up Migration

-- Erases old IP addresses, which are only for investigating attacks. This is the second exception to the rule that the
-- product cannot change the log.
create function forget_audit_addresses(days integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  forgotten bigint;
begin
  if days < 30 then
    raise exception 'the log keeps addresses for 30 days at least';
  end if;
  update public.audit_log set ip = null where ip is not null and at < now() - make_interval(days => days);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
revoke execute on function forget_audit_addresses from public;
grant execute on function forget_audit_addresses to foreword_app;
create index audit_log_with_ip on audit_log (at) where ip is not null;

-- Replaces plain hashes of addresses, which could be matched against guessed addresses. The salt is not kept.
do $$
declare
  salt constant text := gen_random_uuid()::text;
begin
  update audit_log
  set subject = 'address:' || left(encode(sha256(convert_to(salt || subject, 'UTF8')), 'hex'), 32)
  where subject like 'address:%';
end
$$;

-- Down Migration

drop index audit_log_with_ip;
drop function forget_audit_addresses;
