import { sql } from '#db/sql.ts';

/** Condition on `meetings`: the meeting has external guests or a manual request, so it may have a workflow. */
export const isPrepared = sql.fragment`(meeting_type <> 'internal' or research_requests > 0)`;
