import * as z from 'zod';
import { type Connection, sql } from '#db/sql.ts';

/**
 * Stores what a run's attempts have cost so far, replacing the previous value, even if the meeting is gone.
 *
 * @param run.execution Id of the engine's run. A manual retry has another one, so it counts separately.
 */
export async function upsertUnfinishedResearch(
  connection: Connection,
  { execution, meetingId, userId }: { execution: string; meetingId: string; userId: string | null },
  usage: { inputTokens: number; outputTokens: number; searches: number; usd: number },
) {
  await connection.query(sql.typeAlias('void')`
    insert into unfinished_research (execution, meeting_id, user_id, input_tokens, output_tokens, searches, cost_usd)
    select ${execution}, (select id from meetings where id = ${meetingId}), (select id from users where id = ${userId}),
      ${usage.inputTokens}::integer, ${usage.outputTokens}::integer, ${usage.searches}::integer, ${usage.usd}::double precision
    on conflict (execution) do update
    set input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens, searches = excluded.searches,
        cost_usd = excluded.cost_usd
  `);
}

/** Deletes what a run's attempts have cost. Call when its report is stored, which includes the full cost. */
export async function deleteUnfinishedResearch(connection: Connection, execution: string) {
  await connection.query(sql.typeAlias('void')`delete from unfinished_research where execution = ${execution}`);
}

/** Selects costs of the last 24 hours: of research with a report, without one, and deleted, and of suggestions. */
const recentCosts = sql.fragment`
  select user_id, cost_usd from research_results where created_at > now() - interval '24 hours'
  union all
  select user_id, cost_usd from unfinished_research where created_at > now() - interval '24 hours'
  union all
  select user_id, cost_usd from offering_suggestions where created_at > now() - interval '24 hours'
  union all
  select user_id, cost_usd from deleted_research_costs where created_at > now() - interval '24 hours'
`;
const cost = z.object({ usd: z.number() });

/**
 * Returns the cost of a user's research in the last 24 hours, in US dollars. Includes offering suggestions, research
 * without a report, and research deleted since. Running research counts once its cost is stored.
 */
export async function getUserDailyCost(connection: Connection, userId: string) {
  return await connection.oneFirst(sql.type(cost)`
    select coalesce(sum(cost_usd), 0) as usd from (${recentCosts}) as recent where user_id = ${userId}
  `);
}

/**
 * Returns the cost of everyone's research in the last 24 hours, at most a minute old: the first call after a minute
 * recounts it for all processes while the others wait. Don't call it in a transaction, which would keep them waiting.
 */
export async function getTotalDailyCost(connection: Connection) {
  const current = sql.type(cost)`
    select total_usd as usd from research_total where counted_at > now() - interval '1 minute'
  `;
  const recount = sql.type(cost)`
    with old as (
      select is_only from research_total where counted_at <= now() - interval '1 minute' for update
    )
    update research_total
    set total_usd = (select coalesce(sum(cost_usd), 0) from (${recentCosts}) as recent), counted_at = now()
    from old where research_total.is_only = old.is_only
    returning total_usd as usd
  `;
  const usd = (await connection.maybeOneFirst(current)) ?? (await connection.maybeOneFirst(recount));
  // Another call has just recounted it.
  return usd ?? (await connection.oneFirst(sql.type(cost)`select total_usd as usd from research_total`));
}
