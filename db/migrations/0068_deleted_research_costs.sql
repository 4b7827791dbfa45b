-- Up Migration

-- Costs of deleted research: the daily caps still count them, so that deleting a meeting or an account makes no room for
-- more. Filled by triggers, because most of these rows are deleted with others.
create table deleted_research_costs (
  id bigint generated always as identity primary key,
  user_id uuid references users on delete set null,
  cost_usd double precision not null,
  -- When the research was stored.
  created_at timestamptz not null
);
create index deleted_research_costs_by_user on deleted_research_costs (user_id);
create index deleted_research_costs_by_time on deleted_research_costs (created_at);

create function keep_research_cost() returns trigger language plpgsql as $$
begin
  -- Without the user if they are deleted too.
  insert into deleted_research_costs (user_id, cost_usd, created_at)
  values ((select id from users where id = old.user_id), old.cost_usd, old.created_at);
  return null;
end
$$;

create trigger research_cost_kept after delete on research_results
  for each row when (old.cost_usd > 0 and old.created_at > now() - interval '24 hours')
  execute function keep_research_cost();
create trigger suggestion_cost_kept after delete on offering_suggestions
  for each row when (old.cost_usd > 0 and old.created_at > now() - interval '24 hours')
  execute function keep_research_cost();

-- Its rows hold nothing but costs, so they stay instead. They are deleted when a report includes their cost.
alter table unfinished_research
  alter column meeting_id drop not null,
  alter column user_id drop not null,
  drop constraint unfinished_research_meeting_id_fkey,
  drop constraint unfinished_research_user_id_fkey,
  add constraint unfinished_research_meeting_id_fkey foreign key (meeting_id) references meetings on delete set null,
  add constraint unfinished_research_user_id_fkey foreign key (user_id) references users on delete set null;

-- Down Migration

delete from unfinished_research where meeting_id is null or user_id is null;
alter table unfinished_research
  drop constraint unfinished_research_meeting_id_fkey,
  drop constraint unfinished_research_user_id_fkey,
  add constraint unfinished_research_meeting_id_fkey foreign key (meeting_id) references meetings on delete cascade,
  add constraint unfinished_research_user_id_fkey foreign key (user_id) references users on delete cascade,
  alter column meeting_id set not null,
  alter column user_id set not null;
drop trigger suggestion_cost_kept on offering_suggestions;
drop trigger research_cost_kept on research_results;
drop function keep_research_cost();
drop table deleted_research_costs;
