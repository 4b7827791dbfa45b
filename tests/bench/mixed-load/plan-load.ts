import { simulateDay } from '#scripts/simulate/day.ts';
import { drawPeople } from '#scripts/simulate/people.ts';

const DAY_MINUTES = 24 * 60;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** In minutes. Briefings fall due on the hour and are sent up to two minutes early, so the run must start before that. */
const LEAST_BEFORE_THE_HOUR = 3;

/** The load of a part of the simulated day, with times in milliseconds from the start of that part. */
export type LoadPlan = {
  /** By user. */
  providers: ('google' | 'microsoft')[];
  changes: { user: number; atMs: number; isMeeting: boolean }[];
  /** Meetings found and researched earlier whose briefing is due. */
  briefings: { user: number; dueMs: number }[];
  visits: { user: number; atMs: number }[];
  /** The simulation's figures for the product in the same time. */
  expected: Record<'calls' | 'actions' | 'rows' | 'mails', number>;
};

/**
 * Plans the minutes around the busiest hour mark of the simulated day. Update emails and digests are left out, here
 * and in `expected`; they amount to a tenth and a fifth of the briefings.
 */
export function planLoad(users: number, { minutes, pollSeconds }: { minutes: number; pollSeconds: number }): LoadPlan {
  const day = simulateDay(users, { pollSeconds, hasExtras: false }).minutes;
  const first = firstMinute(day.briefings, minutes);
  const offset = (minute: number) => (minute - first + DAY_MINUTES) % DAY_MINUTES;
  const isIn = (minute: number) => offset(minute) < minutes;
  /** Returns a random time within the minute, in ms from the start of the run. */
  const toMs = (minute: number) => (offset(minute) + Math.random()) * 60_000;

  const plan: Omit<LoadPlan, 'expected'> = { providers: [], changes: [], briefings: [], visits: [] };
  let found = 0;
  for (const [user, person] of [...drawPeople(users)].entries()) {
    plan.providers.push(person.provider);
    found += person.meetings.filter(({ foundAt }) => isIn(foundAt)).length;
    for (const minute of person.changes.filter(isIn)) {
      plan.changes.push({ user, atMs: toMs(minute), isMeeting: false });
    }
    for (const { dueAt } of person.meetings.filter(({ sentAt }) => isIn(sentAt))) {
      plan.briefings.push({ user, dueMs: offset(dueAt) * 60_000 });
    }
    for (const minute of person.visits.filter(isIn)) plan.visits.push({ user, atMs: toMs(minute) });
  }
  // A meeting is found by the change that entered it, so some of the changes are new meetings.
  const step = plan.changes.length / found;
  for (let index = 0; index < found; index += 1) {
    const change = plan.changes[Math.floor(index * step)];
    if (change) change.isMeeting = true;
  }
  plan.changes.sort((a, b) => a.atMs - b.atMs);
  plan.visits.sort((a, b) => a.atMs - b.atMs);
  const total = (values: Float64Array) => values.reduce((sum, value, minute) => sum + (isIn(minute) ? value : 0), 0);
  const calls = total(day.googleCalls) + total(day.graphCalls);
  return {
    ...plan,
    expected: { calls, actions: total(day.actions), rows: total(day.rows), mails: total(day.mails) },
  };
}

/**
 * Returns the minute of the day to start at: the busiest hour mark is near the middle of the run, and no briefing is
 * due within two minutes of the run's start or end.
 */
function firstMinute(briefings: Float64Array, minutes: number): number {
  const around = (hour: number) =>
    (briefings[hour * 60] ?? 0) + (briefings[(hour * 60 + DAY_MINUTES - 1) % DAY_MINUTES] ?? 0);
  const busiest = HOURS.reduce((best, hour) => (around(hour) > around(best) ? hour : best), 0);
  const half = Math.max(LEAST_BEFORE_THE_HOUR, Math.floor(minutes / 2));
  return (busiest * 60 - half - (half % 30 === 0 ? 5 : 0) + DAY_MINUTES) % DAY_MINUTES;
}
