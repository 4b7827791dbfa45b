import { inputs } from './inputs.ts';

const DAY_MINUTES = 24 * 60;
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
const WORKING_MINUTES = 600;
/** The default: two hours before the meeting, sent up to two minutes early (domain/briefing-schedule.ts). */
const LEAD_MINUTES = 120;
const JITTER_MINUTES = 2;
/** Visits have their own seed, so that they do not change the rest of the day. */
const SEED_OF_VISITS = 0x5eed;

/** Minutes count from midnight UTC. */
export type PersonDay = {
  provider: 'google' | 'microsoft';
  /** When the calendar changes; the vendor reports each change. */
  changes: number[];
  meetings: MeetingDay[];
  /** When the daily digest is sent; null for those who get none. */
  digestAt: number | null;
  /** When they open the app. */
  visits: number[];
};

export type MeetingDay = {
  /** When it is found and researched: any time in working hours. */
  foundAt: number;
  dueAt: number;
  /** Up to two minutes before it is due. */
  sentAt: number;
  /** No one has met the company lately. */
  isCold: boolean;
  hasUpdate: boolean;
};

/** Draws one working day of this many users. Deterministic for a number of users. */
export function* drawPeople(users: number): Generator<PersonDay> {
  const random = createRandom(users);
  const randomVisits = createRandom(users ^ SEED_OF_VISITS);
  const companies = Math.max(50, Math.round(users * inputs.companiesPerUser.value));
  const known = readBefore(users, companies, random);
  for (let user = 0; user < users; user += 1) {
    const offset = pickZone(random());
    const provider = random() < inputs.googleShare.value ? 'google' : 'microsoft';
    const changes = times(poisson(inputs.calendarChanges.value, random), () => workingMinute(random(), offset));
    const meetings = times(poisson(inputs.externalMeetings.value, random), () => {
      const start = pickHour(random()) * 60 + (random() < inputs.onTheHour.value ? 0 : 30);
      const dueAt = toUtc(start - LEAD_MINUTES, offset);
      const sentAt = toUtc(start - LEAD_MINUTES - Math.floor(random() * JITTER_MINUTES), offset);
      const company = pickCompany(companies, random());
      const isCold = !known[company];
      known[company] = 1;
      const foundAt = workingMinute(random(), offset);
      return { foundAt, dueAt, sentAt, isCold, hasUpdate: random() < inputs.updateShare.value };
    });
    const hasDigest = random() < inputs.digestShare.value;
    const digestAt = hasDigest ? toUtc(7 * 60 + Math.floor(random() * 15), offset) : null;
    const visits = times(poisson(inputs.visits.value, randomVisits), () => workingMinute(randomVisits(), offset));
    yield { provider, changes, meetings, digestAt, visits };
  }
}

/** Returns 1 for each company with a dossier from earlier days, which serves every user until it goes stale. */
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

const workingMinute = (share: number, offset: number) =>
  toUtc(FIRST_HOUR * 60 + Math.floor(share * WORKING_MINUTES), offset);
const toUtc = (minute: number, offset: number) => (Math.round(minute - offset * 60) + 2 * DAY_MINUTES) % DAY_MINUTES;
const times = <T>(count: number, draw: () => T) => Array.from({ length: count }, draw);

function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let [count, product] = [0, random()];
  while (product > limit) {
    count += 1;
    product *= random();
  }
  return count;
}

/** Returns a random number generator (mulberry32) that gives the same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
