import { GOAL_REWRITE_MIN_MS } from '#contract/limits.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';

/**
 * Far in the past, so that it counts even right before the mail: research that goes stale then is still used
 * (domain/freshness.ts), but not against the reader's word.
 */
export const STALE = sql.fragment`to_timestamp(0)`;

/**
 * How many runs one unit of quota covers before answers and goals no longer trigger another. A manual request takes a
 * new unit.
 */
const MAX_RUNS = 12;

/** Whether the unit of quota of a row of `meetings` covers another run. */
export const hasRunsLeft = sql.fragment`${MAX_RUNS} > (
  select count(*) from research_results made where made.meeting_id = meetings.id and made.request = meetings.research_requests
)`;

/**
 * Whether the finished research of a row of `meetings` is only read in the app, because its mail was sent or is not
 * wanted. Staleness is acted on before a mail, so it has to be reopened instead.
 */
export const isReopened = sql.fragment`(
  research_state = 'completed' and status = 'confirmed'
  and start_time > now() + make_interval(secs => ${GOAL_REWRITE_MIN_MS / 1000})
  and (briefing_state in ('sending', 'sent', 'unknown', 'failed')
    or briefing_state = 'skipped' and briefing_reason in (${NO_BRIEFING.notifications_off}, ${NO_BRIEFING.paused}))
  and ${hasRunsLeft}
)`;
