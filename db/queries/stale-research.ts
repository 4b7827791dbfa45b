import { GOAL_REWRITE_MIN_MS } from '#contract/limits.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';

/**
 * The `fresh_until` of research that is stale because the user's input has changed. It is far in the past because
 * research that becomes stale only right before its email is still used (domain/freshness.ts).
 */
export const STALE = sql.fragment`to_timestamp(0)`;

/**
 * Number of runs that one unit of quota covers; after that, changed answers and goals no longer trigger any. Other
 * repeats, such as for changed guests, take another unit, and so does a manual request.
 */
export const MAX_RUNS = 12;

/** Condition on `meetings`: the request's unit of quota covers another run. */
export const hasRunsLeft = sql.fragment`${MAX_RUNS} > (
  select count(*) from research_results made where made.meeting_id = meetings.id and made.request = meetings.research_requests
)`;

/**
 * Condition on `meetings`: finished research must be reopened to be repeated, since it is read only in the app: its
 * mail was sent or is not wanted. Otherwise, being stale is enough, as stale research is repeated before an email.
 */
export const isReopened = sql.fragment`(
  research_state = 'completed' and status = 'confirmed'
  and start_time > now() + make_interval(secs => ${GOAL_REWRITE_MIN_MS / 1000})
  and (briefing_state in ('sending', 'sent', 'unknown', 'failed')
    or briefing_state = 'skipped' and briefing_reason in (${NO_BRIEFING.notifications_off}, ${NO_BRIEFING.paused}))
  and ${hasRunsLeft}
)`;
