-- Up Migration

-- Acknowledged messages that have yet to reach the workflow engine. A row is deleted once the engine has it.
create table outbox (
  id uuid primary key default uuidv7(),
  message jsonb not null,
  -- Identifies the workflow the message is for: a workflow's messages stay in order.
  workflow jsonb not null generated always as (message - 'signal' - 'version') stored,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now()
);
create index outbox_by_next_attempt on outbox (next_attempt_at, id);
create index outbox_by_workflow on outbox (workflow, id);

create function notify_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end
$$;
create trigger outbox_inserted after insert on outbox for each statement execute function notify_outbox();

-- Down Migration

drop table outbox;
drop function notify_outbox();
