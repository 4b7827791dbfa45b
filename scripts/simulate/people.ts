import { inputs, type Shares } from './inputs.ts';

const DAY_MINUTES = 24 * 60;
/** Each kind of event has its own seed, so that adding events of one kind does not change the others. */
const SEEDS = { past: 0, people: 1, changes: 2, meetings: 3, visits: 4 };

/** Minutes count from midnight UTC. */
export type PersonDay = {
  provider: 'google' | 'microsoft';
  /** Times of calendar changes; the vendor reports each one. */
  changes: number[];
  meetings: MeetingDay[];
  /** When the daily digest is sent; null for those who get none. */
  digestAt: number | null;
  /** Times when they open the app. */
  visits: number[];
};

export type MeetingDay = {
  /** When it is found and researched: any time in working hours. */
  foundAt: number;
  dueAt: number;
  /** Earlier than `dueAt` by a random jitter. */
  sentAt: number;
  /** No one has met the company lately. */
  isCold: boolean;
  hasUpdate: boolean;
};

/** Draws one working day of this many users. Deterministic for a given number of users. */
export function* drawPeople(users: number): Generator<PersonDay> {
  const { leadMinutes, jitterMinutes } = inputs;
  const from = (seed: number) => createRandom(users ^ seed);
  const random = from(SEEDS.people);
  const randomChanges = from(SEEDS.changes);
  const randomMeetings = from(SEEDS.meetings);
  const randomVisits = from(SEEDS.visits);
  const companies = Math.max(inputs.leastCompanies.value, Math.round(users * inputs.companiesPerUser.value));
  const known = readBefore(users, companies, from(SEEDS.past));
  for (let user = 0; user < users; user += 1) {
    const offset = pickPart(inputs.zones.value, random());
    const provider = random() < inputs.googleShare.value ? 'google' : 'microsoft';
    const changes = times(poisson(inputs.calendarChanges.value, randomChanges), () =>
      workingMinute(randomChanges(), offset),
    );
    const meetings = times(poisson(inputs.externalMeetings.value, randomMeetings), () => {
      const start =
        pickPart(inputs.startHours.value, randomMeetings()) * 60 + (randomMeetings() < inputs.onTheHour.value ? 0 : 30);
      const dueAt = toUtc(start - leadMinutes.value, offset);
      const sentAt = toUtc(start - leadMinutes.value - Math.floor(randomMeetings() * jitterMinutes.value), offset);
      const company = pickCompany(companies, randomMeetings());
      const isCold = !known[company];
      known[company] = 1;
      const foundAt = workingMinute(randomMeetings(), offset);
      return { foundAt, dueAt, sentAt, isCold, hasUpdate: randomMeetings() < inputs.updateShare.value };
    });
    const hasDigest = random() < inputs.digestShare.value;
    const digestMinute = inputs.digestAt.value * 60 + Math.floor(random() * inputs.digestMinutes.value);
    const visits = times(poisson(inputs.visits.value, randomVisits), () => workingMinute(randomVisits(), offset));
    yield { provider, changes, meetings, digestAt: hasDigest ? toUtc(digestMinute, offset) : null, visits };
  }
}

/** Returns 1 for each company with a dossier from earlier days, which serves every user until it goes stale. */
function readBefore(users: number, companies: number, random: () => number): Uint8Array {
  const known = new Uint8Array(companies);
  const days = Math.round((inputs.dossierDays.value * inputs.workingDaysPerWeek.value) / 7);
  const met = Math.round(users * inputs.externalMeetings.value * days);
  for (let count = 0; count < met; count += 1) known[pickCompany(companies, random())] = 1;
  return known;
}

/** Zipf's law with exponent 1: the n-th company is met about 1/n as often as the first. */
const pickCompany = (companies: number, share: number) => Math.min(companies - 1, Math.floor(companies ** share) - 1);

function pickPart(shares: Shares, share: number): number {
  let rest = share;
  for (const [part, size] of shares) {
    rest -= size;
    if (rest < 0) return part;
  }
  // Rounding may leave a sliver beyond the last share.
  return shares.at(-1)?.[0] ?? 0;
}

const workingMinute = (share: number, offset: number) =>
  toUtc(inputs.dayBeginsAt.value * 60 + Math.floor(share * inputs.dayHours.value * 60), offset);
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

/** Returns a random number generator (mulberry32) that produces the same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
