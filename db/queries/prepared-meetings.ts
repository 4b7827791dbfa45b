import { sql } from '#db/sql.ts';

/** Of `meetings`: it has somebody from outside, or its user asked for its briefing by hand; a workflow may take care of it. */
export const isPrepared = sql.fragment`(meeting_type <> 'internal' or research_requests > 0)`;
