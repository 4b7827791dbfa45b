import type { NoBriefingReason } from '#domain/briefable.ts';
import type { BriefingState } from '#domain/enumerations.ts';
import type { MailOutcome } from '#workers/activities/mail-outcome.ts';

/** Where a meeting's preparation stands, in the terms an operator decides by. Times are ISO 8601; nothing in it names a person or a meeting. */
export type MeetingMoment =
  | { state: 'starting' }
  | { state: 'researching'; request: number; until: string; startsAt: string }
  | { state: 'parked'; code: string; dueAt: string; startsAt: string }
  | { state: 'waiting'; dueAt: string; startsAt: string; reason: NoBriefingReason | null }
  | { state: 'sending'; startsAt: string }
  | { state: 'following'; startsAt: string; mail: MailOutcome | BriefingState; reason: NoBriefingReason | null }
  | { state: 'ended'; reason: NoBriefingReason | null };

/** Markdown for the Web UI: the state, what is awaited, what to do. */
export function describeMeeting(moment: MeetingMoment): string {
  switch (moment.state) {
    case 'starting':
      return '**Starting.** Reading the meeting.';
    case 'researching':
      return lines('Researching.', `Request ${moment.request}; cut off at ${moment.until}.`, startsAt(moment.startsAt));
    case 'parked':
      return lines(
        `Research is parked: \`${moment.code}\`.`,
        `${PARKED[moment.code] ?? 'The worker log has the error.'} When the cause is gone, send the update \`retryResearch\` (More Actions, Send an Update).`,
        `Without it the briefing leaves at ${moment.dueAt} and says what is missing.`,
        startsAt(moment.startsAt),
      );
    case 'waiting':
      return lines(
        'Waiting for the briefing to be due.',
        moment.reason === null ? `Due at ${moment.dueAt}.` : `As things stand none will be sent: \`${moment.reason}\`.`,
        startsAt(moment.startsAt),
      );
    case 'sending':
      return lines(
        'Sending.',
        'Tried again until the mail service takes the mail or the meeting starts.',
        startsAt(moment.startsAt),
      );
    case 'following':
      return lines(
        `The mail is ${moment.mail}.`,
        moment.reason === null ? 'Nothing to do.' : `Reason: \`${moment.reason}\`.`,
        `Watching for changes. ${startsAt(moment.startsAt)}`,
      );
    default:
      return lines('Ended.', moment.reason === null ? 'The meeting has begun.' : `Reason: \`${moment.reason}\`.`);
  }
}

const PARKED: Record<string, string> = {
  rate_limited: 'The model vendor keeps asking to slow down: see the account limits there.',
  unavailable: 'The model vendor is down or out of reach: see its status page and this network.',
  model_key_rejected: 'The model vendor refuses the key: see `ANTHROPIC_API_KEY`.',
  model_request_rejected: 'The model vendor refuses the request: see `ANTHROPIC_MODEL` and the worker log.',
  refused: 'The model declined to answer; a retry may end the same way.',
  truncated: 'The answer was cut off; a retry may go through.',
  context_too_long: 'The material did not fit into the model.',
  malformed_output: 'The answer did not have the asked form; a retry may go through.',
  nothing_usable: 'Pages were found, but nothing the model wrote held up against them; a retry may go through.',
  search_unavailable: 'The web search of the vendor did not work: see its status page.',
  cost_cap_reached:
    'It took as much as one briefing may cost: see `RESEARCH_COST_CAP_USD`; a retry may take as much again.',
  daily_total_cap_reached:
    'Everybody’s research of the last 24 hours cost as much as it may: see `RESEARCH_DAILY_TOTAL_USD`, or retry when the day has passed.',
  timed_out: 'The attempts took too long, or no worker served the queue `research`.',
};

function startsAt(instant: string): string {
  return `The meeting starts at ${instant}.`;
}

function lines(state: string, ...rest: string[]): string {
  return [`**${state}**`, ...rest].join('\n\n');
}
