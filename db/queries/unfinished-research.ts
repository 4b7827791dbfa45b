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

const dailyCost = z.object({ userUsd: z.number(), totalUsd: z.number() });

/**
 * Returns the cost of research in the last 24 hours, in US dollars: this user's, and the total. Includes offering
 * suggestions, research without a report, and research deleted since. Running research counts once its cost is stored.
 */
export async function getDailyCost(connection: Connection, userId: string) {
  return await connection.one(sql.type(dailyCost)`
    with taken as (
      select user_id, cost_usd from research_results where created_at > now() - interval '24 hours'
      union all
      select user_id, cost_usd from unfinished_research where created_at > now() - interval '24 hours'
      union all
      select user_id, cost_usd from offering_suggestions where created_at > now() - interval '24 hours'
      union all
      select user_id, cost_usd from deleted_research_costs where created_at > now() - interval '24 hours'
    )
    select coalesce(sum(cost_usd) filter (where user_id = ${userId}), 0) as "userUsd", coalesce(sum(cost_usd), 0) as "totalUsd"
    from taken
  `);
}
