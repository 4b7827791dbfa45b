import { inputs } from './inputs.ts';
import { drawPeople, type MeetingDay } from './people.ts';

const DAY_MINUTES = 24 * 60;

type Work =
  | 'googleCalls'
  | 'graphCalls'
  | 'actions'
  | 'rows'
  | 'briefings'
  | 'mails'
  | 'research'
  | 'smallInput'
  | 'smallOutput'
  | 'smallRequests'
  | 'largeInput'
  | 'largeOutput'
  | 'reads';
/** Work in each minute of the day, from midnight UTC. Tokens and requests are those of the small and large model. */
type Minutes = Record<Work, Float64Array>;

export type Day = {
  users: number;
  meetings: number;
  updates: number;
  digests: number;
  /** Calendar changes reported by the vendors. */
  notices: number;
  polls: number;
  /** Meetings with a company nobody has met lately. */
  cold: number;
  searches: number;
  /** Research runs in progress at the busiest time: those started in a minute times the minutes they take. */
  researchSlots: number;
  totals: Record<Work, number>;
  peaks: Record<Work, number>;
  minutes: Minutes;
};

/** The same day with each account polled every 15 minutes, and with push and one poll a day. */
export type Days = { polled: Day; pushed: Day };

/** `hasExtras`: with update emails and digests. */
type Options = { pollSeconds: number; hasExtras?: boolean };

export function simulateDays(users: number): Days {
  return {
    polled: simulateDay(users, { pollSeconds: inputs.pollSeconds.value }),
    pushed: simulateDay(users, { pollSeconds: inputs.pollSecondsWithPush.value }),
  };
}

/**
 * Simulates one working day of this many users, minute by minute and user by user, with the product's own rules and the
 * rates of inputs.ts. Deterministic for a given number of users.
 */
export function simulateDay(users: number, { pollSeconds, hasExtras = true }: Options): Day {
  const minutes = eachWork(() => new Float64Array(DAY_MINUTES));
  const day = { meetings: 0, updates: 0, digests: 0, notices: 0, polls: 0, cold: 0, searches: 0 };
  const researchMinutes = new Float64Array(DAY_MINUTES);
  const again = 1 + inputs.retryShare.value;
  // Frequent polls refresh each token as it expires. Between rare ones, each change finds an expired token.
  const isPolledRarely = pollSeconds > inputs.tokenSeconds.value;
  const callsPerSync = inputs.callsPerSync.value * inputs.calendarsPerUser.value;
  const add = (what: Work, minute: number, amount: number) => {
    minutes[what][minute] = (minutes[what][minute] ?? 0) + amount;
  };

  for (const { provider, changes, meetings, digestAt, visits } of drawPeople(users)) {
    for (const minute of changes) {
      add(provider === 'google' ? 'googleCalls' : 'graphCalls', minute, callsPerSync * again);
      add('actions', minute, inputs.actionsPerSync.value);
      add('rows', minute, inputs.rowsPerChange.value + (isPolledRarely ? inputs.rowsPerRefresh.value : 0));
    }
    day.notices += changes.length;
    for (const meeting of meetings) {
      research(meeting);
      brief(meeting);
      if (hasExtras && meeting.hasUpdate) update(meeting);
    }
    if (hasExtras && digestAt !== null) {
      day.digests += 1;
      add('mails', digestAt, 1);
      add('actions', digestAt, inputs.actionsPerMail.value);
      add('rows', digestAt, inputs.rowsPerDigest.value);
    }
    for (const minute of visits) add('reads', minute, inputs.readsPerVisit.value);
  }
  poll();
  return {
    users,
    ...day,
    researchSlots: largest(researchMinutes),
    totals: eachWork((what) => minutes[what].reduce((sum, value) => sum + value, 0)),
    peaks: eachWork((what) => largest(minutes[what])),
    minutes,
  };

  function research({ foundAt, isCold }: MeetingDay): void {
    day.meetings += 1;
    day.cold += isCold ? 1 : 0;
    day.searches += isCold ? inputs.coldSearches.value : 0;
    add('actions', foundAt, inputs.actionsToPrepare.value);
    add('rows', foundAt, inputs.rowsToPrepare.value);
    add('research', foundAt, 1);
    const { gatherInputTokens, gatherOutputTokens, judgeInputTokens, judgeOutputTokens } = inputs;
    add('smallInput', foundAt, (judgeInputTokens.value + (isCold ? gatherInputTokens.value : 0)) * again);
    add('smallOutput', foundAt, (judgeOutputTokens.value + (isCold ? gatherOutputTokens.value : 0)) * again);
    add('smallRequests', foundAt, (isCold ? 2 : 1) * inputs.requestsPerStep.value * again);
    add('largeInput', foundAt, inputs.writeInputTokens.value * again);
    add('largeOutput', foundAt, inputs.writeOutputTokens.value * again);
    const lasts = isCold ? inputs.researchMinutesCold.value : inputs.researchMinutesWarm.value;
    researchMinutes[foundAt] = (researchMinutes[foundAt] ?? 0) + lasts;
  }

  function brief({ sentAt }: MeetingDay): void {
    add('actions', sentAt, inputs.actionsToBrief.value);
    add('rows', sentAt, inputs.rowsToBrief.value);
    add('briefings', sentAt, 1);
    add('mails', sentAt, 1);
  }

  /** Counted at the same time as the briefing: the worst case for the peak. */
  function update({ sentAt }: MeetingDay): void {
    day.updates += 1;
    add('actions', sentAt, inputs.actionsPerUpdate.value);
    add('rows', sentAt, inputs.rowsPerUpdate.value);
    add('mails', sentAt, 1);
  }

  /** The random first wait spreads polls evenly. */
  function poll(): void {
    const polls = (users * 60) / pollSeconds;
    const refreshes = Math.min(polls, (users * 60) / inputs.tokenSeconds.value);
    day.polls = polls * DAY_MINUTES;
    const calls = polls * callsPerSync * again;
    for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
      add('googleCalls', minute, calls * inputs.googleShare.value);
      add('graphCalls', minute, calls * (1 - inputs.googleShare.value));
      add('actions', minute, polls * (inputs.actionsPerSync.value - 1));
      add('rows', minute, polls * inputs.rowsPerPoll.value + refreshes * inputs.rowsPerRefresh.value);
    }
  }
}

function eachWork<Value>(make: (what: Work) => Value): Record<Work, Value> {
  return {
    googleCalls: make('googleCalls'),
    graphCalls: make('graphCalls'),
    actions: make('actions'),
    rows: make('rows'),
    briefings: make('briefings'),
    mails: make('mails'),
    research: make('research'),
    smallInput: make('smallInput'),
    smallOutput: make('smallOutput'),
    smallRequests: make('smallRequests'),
    largeInput: make('largeInput'),
    largeOutput: make('largeOutput'),
    reads: make('reads'),
  };
}

const largest = (values: Float64Array) => values.reduce((most, value) => Math.max(most, value), 0);
