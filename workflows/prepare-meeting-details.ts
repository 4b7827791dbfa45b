import type { NoBriefingReason } from '#domain/briefable.ts';
import type { BriefingState } from '#domain/enumerations.ts';
import type { MailOutcome } from '#workers/activities/mail-outcome.ts';

/**
 * State of a meeting's preparation, in terms an operator can act on. Times are ISO 8601; nothing identifies a person or
 * a meeting.
 */
export type MeetingMoment =
  | { state: 'starting' }
  | { state: 'researching'; request: number; until: string; startsAt: string }
  | { state: 'parked'; code: string; retryAt: string | null; dueAt: string; startsAt: string }
  | { state: 'waiting'; dueAt: string; startsAt: string; reason: NoBriefingReason | null }
  | { state: 'sending'; startsAt: string }
  | { state: 'following'; startsAt: string; mail: MailOutcome | BriefingState; reason: NoBriefingReason | null }
  | { state: 'ended'; reason: NoBriefingReason | null };

/** Returns Markdown for the Temporal Web UI: the state, what it is waiting for, and what to do. */
export function describeMeeting(moment: MeetingMoment): string {
  switch (moment.state) {
    case 'starting':
      return '**Starting.** Reading the meeting.';
    case 'researching':
      return lines('Researching.', `Request ${moment.request}; cut off at ${moment.until}.`, startsAt(moment.startsAt));
    case 'parked':
      return lines(
        `Research is parked: \`${moment.code}\`.`,
        `${PARKED[moment.code] ?? 'The worker log has the error.'} Once the cause is fixed, send the update \`retryResearch\` (More Actions, Send an Update).`,
        ...(moment.retryAt === null ? [] : [`It is retried automatically at ${moment.retryAt}.`]),
        `Otherwise the briefing will be sent at ${moment.dueAt}, noting what is missing.`,
        startsAt(moment.startsAt),
      );
    case 'waiting':
      return lines(
        'Waiting for the briefing to be due.',
        moment.reason === null ? `Due at ${moment.dueAt}.` : `None will be sent as things stand: \`${moment.reason}\`.`,
        startsAt(moment.startsAt),
      );
    case 'sending':
      return lines(
        'Sending.',
        'Retried until the mail service accepts the email or the meeting starts.',
        startsAt(moment.startsAt),
      );
    case 'following':
      return lines(
        `Email: ${moment.mail}.`,
        moment.reason === null ? 'Nothing to do.' : `Reason: \`${moment.reason}\`.`,
        `Watching for changes. ${startsAt(moment.startsAt)}`,
      );
    default:
      return lines('Ended.', moment.reason === null ? 'The meeting has started.' : `Reason: \`${moment.reason}\`.`);
  }
}

const PARKED: Record<string, string> = {
  rate_limited: 'The model vendor is rate limiting us: check the account’s rate and spend limits there.',
  unavailable: 'The model vendor is down or unreachable: check its status page and this network.',
  model_key_rejected: 'The model vendor rejects the key: check `ANTHROPIC_API_KEY`.',
  model_request_rejected:
    'The model vendor rejects the request: check `ANTHROPIC_MODEL`, the account’s credit and spend limit, and the worker log.',
  refused: 'The model declined to answer; a retry may fail the same way.',
  truncated: 'The answer was cut off; a retry may succeed.',
  context_too_long: 'The material exceeds the model’s context window.',
  malformed_output: 'The answer did not match the requested format; a retry may succeed.',
  nothing_usable: 'Pages were found, but they did not support anything the model wrote; a retry may succeed.',
  search_unavailable: 'The vendor’s web search failed: check its status page.',
  cost_cap_reached:
    'The cost cap for one briefing was reached: see `RESEARCH_COST_CAP_USD`. A retry may cost as much again.',
  daily_total_cap_reached:
    'The cost cap for all research in 24 hours was reached: see `RESEARCH_DAILY_TOTAL_USD`, or retry later.',
  timed_out: 'The attempts took too long, or no worker polled the queue `research`.',
};

function startsAt(instant: string): string {
  return `The meeting starts at ${instant}.`;
}

function lines(state: string, ...rest: string[]): string {
  return [`**${state}**`, ...rest].join('\n\n');
}
