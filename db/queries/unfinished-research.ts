import { type Connection, sql } from '#db/sql.ts';

/**
 * Keeps what the attempts of one run took so far, in place of what was kept of it before. Where the meeting is gone there is nothing to keep it for.
 *
 * @param run.execution Names the run of the engine: a retry by hand is another one, and counts anew.
 */
export async function upsertUnfinishedResearch(
  connection: Connection,
  { execution, meetingId }: { execution: string; meetingId: string },
  usage: { inputTokens: number; outputTokens: number; searches: number },
): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    insert into unfinished_research (execution, meeting_id, user_id, input_tokens, output_tokens, searches)
    select ${execution}, id, user_id, ${usage.inputTokens}::integer, ${usage.outputTokens}::integer, ${usage.searches}::integer
    from meetings where id = ${meetingId}
    on conflict (execution) do update
    set input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens, searches = excluded.searches
  `);
}

/** The run has come to its report, which holds what all of it took. */
export async function deleteUnfinishedResearch(connection: Connection, execution: string): Promise<void> {
  await connection.query(sql.typeAlias('void')`delete from unfinished_research where execution = ${execution}`);
}
