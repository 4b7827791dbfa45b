import { inputs } from './inputs.ts';

const MINUTES = 24 * 60;
/** UTC offset in hours, and the share of users there: the Americas, Europe, Asia. Assumed. */
const ZONES = [
  [-8, 0.15],
  [-5, 0.3],
  [0, 0.15],
  [1, 0.2],
  [5.5, 0.1],
  [9, 0.1],
] as const;
/** The share of a working day's meetings that start at 8, 9, ... 17 o'clock. Assumed. */
const HOURS = [0.05, 0.13, 0.15, 0.14, 0.06, 0.09, 0.13, 0.12, 0.09, 0.04];
const FIRST_HOUR = 8;
/** The default: two hours before the meeting, minus up to two minutes (domain/briefing-schedule.ts). */
const LEAD_MINUTES = 120;
const JITTER_MINUTES = 2;

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
};

/**
 * Simulates one working day of this many users, minute by minute and user by user, with the product's own rules and the
 * rates of inputs.ts. Deterministic for a number of users.
 */
export function simulateDay(users: number, pollSeconds: number): Day {
  const random = createRandom(users);
  const perMinute = () => new Float64Array(MINUTES);
  const [google, graph, mail, tokens, actions] = [
    perMinute(),
    perMinute(),
    perMinute(),
    perMinute(),
    perMinute(),
  ] as const;
  const companies = Math.max(50, Math.round(users * inputs.companiesPerUser.value));
  const known = readBefore(users, companies, random);
  const day = { meetings: 0, notices: 0, cold: 0, mails: 0, searches: 0 };

  const again = 1 + inputs.retryShare.value;
  const pollsPerMinute = 60 / pollSeconds;
  for (let user = 0; user < users; user += 1) {
    const offset = pickZone(random());
    const calls = random() < inputs.googleShare.value ? google : graph;
    const sync = (minute: number) => {
      calls[minute] = (calls[minute] ?? 0) + inputs.callsPerSync.value * again;
      actions[minute] = (actions[minute] ?? 0) + inputs.actionsPerSync.value;
    };
    const changes = poisson(inputs.calendarChanges.value, random);
    for (let change = 0; change < changes; change += 1)
      sync(toUtc(FIRST_HOUR * 60 + Math.floor(random() * 600), offset));
    day.notices += changes;

    const meetings = poisson(inputs.externalMeetings.value, random);
    for (let meeting = 0; meeting < meetings; meeting += 1) {
      const start = pickHour(random()) * 60 + (random() < inputs.onTheHour.value ? 0 : 30);
      const due = toUtc(start - LEAD_MINUTES - Math.floor(random() * JITTER_MINUTES), offset);
      const company = pickCompany(companies, random());
      const isCold = !known[company];
      known[company] = 1;
      day.meetings += 1;
      day.cold += isCold ? 1 : 0;
      day.searches += isCold ? inputs.coldSearches.value : 0;
      // Research runs when the meeting is found, any time during the previous working day.
      const researched = toUtc(FIRST_HOUR * 60 + Math.floor(random() * 600), offset);
      tokens[researched] =
        (tokens[researched] ?? 0) + (isCold ? inputs.coldTokens.value : inputs.warmTokens.value) * again;
      const mails = 1 + (random() < inputs.updateShare.value ? 1 : 0);
      day.mails += mails;
      mail[due] = (mail[due] ?? 0) + mails;
      actions[due] = (actions[due] ?? 0) + inputs.actionsPerMeeting.value;
    }
    if (random() < inputs.digestShare.value) {
      const morning = toUtc(7 * 60 + Math.floor(random() * 15), offset);
      mail[morning] = (mail[morning] ?? 0) + 1;
      actions[morning] = (actions[morning] ?? 0) + inputs.actionsPerMail.value;
      day.mails += 1;
    }
  }
  // The random first wait spreads polls evenly.
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const polls = users * pollsPerMinute;
    google[minute] = (google[minute] ?? 0) + polls * inputs.googleShare.value * inputs.callsPerSync.value * again;
    graph[minute] = (graph[minute] ?? 0) + polls * (1 - inputs.googleShare.value) * inputs.callsPerSync.value * again;
    actions[minute] = (actions[minute] ?? 0) + polls * (inputs.actionsPerSync.value - 1);
  }
  return {
    users,
    ...day,
    googleCalls: sum(google),
    graphCalls: sum(graph),
    googlePeakPerMinute: Math.max(...google),
    mailPeakPerSecond: Math.max(...mail) / 60,
    tokens: sum(tokens),
    tokenPeakPerMinute: Math.max(...tokens),
    actions: sum(actions),
    actionPeakPerSecond: Math.max(...actions) / 60,
  };
}

/** The stored dossiers left by meetings of previous days: a dossier serves everyone until it is stale. */
function readBefore(users: number, companies: number, random: () => number): Uint8Array {
  const known = new Uint8Array(companies);
  const days = Math.round((inputs.dossierDays.value * 5) / 7);
  const met = Math.round(users * inputs.externalMeetings.value * days);
  for (let count = 0; count < met; count += 1) known[pickCompany(companies, random())] = 1;
  return known;
}

/** Zipf's law with exponent 1: the n-th company is met 1/n as often as the first. */
const pickCompany = (companies: number, share: number) => Math.min(companies - 1, Math.floor(companies ** share) - 1);

function pickZone(share: number): number {
  let rest = share;
  for (const [offset, part] of ZONES) {
    rest -= part;
    if (rest < 0) return offset;
  }
  return ZONES[0][0];
}

function pickHour(share: number): number {
  let rest = share;
  for (const [index, part] of HOURS.entries()) {
    rest -= part;
    if (rest < 0) return FIRST_HOUR + index;
  }
  return FIRST_HOUR;
}

const toUtc = (minute: number, offset: number) => (Math.round(minute - offset * 60) + 2 * MINUTES) % MINUTES;
const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);

function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let [count, product] = [0, random()];
  while (product > limit) {
    count += 1;
    product *= random();
  }
  return count;
}

/** A seeded random number generator (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
