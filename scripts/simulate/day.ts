import { inputs } from './inputs.ts';
import { drawPeople } from './people.ts';

const DAY_MINUTES = 24 * 60;

/** Work in each minute of the day, from midnight UTC. */
export type Minutes = Record<
  'googleCalls' | 'graphCalls' | 'actions' | 'rows' | 'briefings' | 'mails' | 'tokens' | 'reads',
  Float64Array
>;

export type Day = {
  users: number;
  meetings: number;
  googleCalls: number;
  graphCalls: number;
  googlePeakPerMinute: number;
  notices: number;
  cold: number;
  mails: number;
  mailPeakPerSecond: number;
  tokens: number;
  tokenPeakPerMinute: number;
  searches: number;
  actions: number;
  actionPeakPerSecond: number;
  rows: number;
  readPeakPerSecond: number;
  minutes: Minutes;
};

/**
 * Simulates one working day of this many users, minute by minute and user by user, with the product's own rules and the
 * rates of inputs.ts. Deterministic for a number of users.
 */
export function simulateDay(users: number, pollSeconds: number): Day {
  const minutes = emptyMinutes();
  const day = { meetings: 0, notices: 0, cold: 0, searches: 0 };
  const again = 1 + inputs.retryShare.value;
  const add = (what: keyof Minutes, minute: number, amount: number) => {
    minutes[what][minute] = (minutes[what][minute] ?? 0) + amount;
  };

  for (const { provider, changes, meetings, digestAt, visits } of drawPeople(users)) {
    for (const minute of changes) {
      add(provider === 'google' ? 'googleCalls' : 'graphCalls', minute, inputs.callsPerSync.value * again);
      add('actions', minute, inputs.actionsPerSync.value);
      add('rows', minute, inputs.rowsPerChange.value);
    }
    day.notices += changes.length;
    for (const { foundAt, sentAt, isCold, hasUpdate } of meetings) {
      day.meetings += 1;
      day.cold += isCold ? 1 : 0;
      day.searches += isCold ? inputs.coldSearches.value : 0;
      add('tokens', foundAt, (isCold ? inputs.coldTokens.value : inputs.warmTokens.value) * again);
      add('actions', foundAt, inputs.actionsToPrepare.value);
      add('rows', foundAt, inputs.rowsToPrepare.value);
      add('actions', sentAt, inputs.actionsToBrief.value);
      add('rows', sentAt, inputs.rowsToBrief.value);
      add('briefings', sentAt, 1);
      add('mails', sentAt, hasUpdate ? 2 : 1);
    }
    if (digestAt !== null) {
      add('mails', digestAt, 1);
      add('actions', digestAt, inputs.actionsPerMail.value);
    }
    for (const minute of visits) add('reads', minute, inputs.readsPerVisit.value);
  }
  // The random first wait spreads polls evenly.
  const polls = (users * 60) / pollSeconds;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const calls = polls * inputs.callsPerSync.value * again;
    add('googleCalls', minute, calls * inputs.googleShare.value);
    add('graphCalls', minute, calls * (1 - inputs.googleShare.value));
    add('actions', minute, polls * (inputs.actionsPerSync.value - 1));
    add('rows', minute, polls * inputs.rowsPerPoll.value);
  }
  return {
    users,
    ...day,
    googleCalls: sum(minutes.googleCalls),
    graphCalls: sum(minutes.graphCalls),
    googlePeakPerMinute: Math.max(...minutes.googleCalls),
    mails: sum(minutes.mails),
    mailPeakPerSecond: Math.max(...minutes.mails) / 60,
    tokens: sum(minutes.tokens),
    tokenPeakPerMinute: Math.max(...minutes.tokens),
    actions: sum(minutes.actions),
    actionPeakPerSecond: Math.max(...minutes.actions) / 60,
    rows: sum(minutes.rows),
    readPeakPerSecond: Math.max(...minutes.reads) / 60,
    minutes,
  };
}

function emptyMinutes(): Minutes {
  const none = () => new Float64Array(DAY_MINUTES);
  return {
    googleCalls: none(),
    graphCalls: none(),
    actions: none(),
    rows: none(),
    briefings: none(),
    mails: none(),
    tokens: none(),
    reads: none(),
  };
}

const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);
