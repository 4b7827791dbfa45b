import { setTimeout as sleep } from 'node:timers/promises';
import { getSession } from '#contract/auth.ts';
import { listCalendarIntegrations } from '#contract/calendar.ts';
import { fullPath } from '#contract/http.ts';
import { getMeetingStatistics, listMeetings } from '#contract/meetings.ts';
import { readCompanies } from '#sandbox/world/companies.ts';
import { signIn } from '#tests/support/builders.ts';
import { inHours } from '#tests/support/calendar-person.ts';
import { createGooglePerson } from '#tests/support/google-person.ts';
import { createHttpClient } from '#tests/support/http-client.ts';
import { createMicrosoftPerson } from '#tests/support/microsoft-person.ts';
import type { RunningProduct } from '#tests/support/product.ts';
import type { LoadPlan } from './plan-load.ts';
import type { Member } from './population.ts';

/** A found meeting is more than a day away, so its own briefing is not part of the load. */
const FOUND_HOURS_AHEAD = 26;
const OUR_DOMAIN = 'harborline.test';

export type Read = { atMs: number; tookMs: number; isOk: boolean };

export type Load = {
  /** Every read so far. */
  reads: Read[];
  /** Errors in the load itself, apart from failed reads. */
  failures: unknown[];
};

type Drive = { product: RunningProduct; plan: LoadPlan; members: readonly Member[]; beginsAt: Date; load: Load };

/** Plays the changes and visits of the plan at their times, until its end. `load` grows as it runs. */
export async function driveLoad({ product, plan, members, beginsAt, load }: Drive): Promise<void> {
  const change = createChanger(product, members);
  const visit = createVisitor(product, members, load.reads);
  const running: Promise<void>[] = [];
  const play = async <T extends { atMs: number }>(acts: readonly T[], act: (one: T) => Promise<void>) => {
    for (const one of acts) {
      await sleep(Math.max(0, beginsAt.getTime() + one.atMs - Date.now()));
      running.push(act(one).catch((error: unknown) => void load.failures.push(error)));
    }
  };
  await Promise.all([play(plan.changes, change), play(plan.visits, visit)]);
  await Promise.all(running);
}

/** Returns a function that adds or changes an event in a user's own calendar; the vendor notifies the product. */
function createChanger(product: RunningProduct, members: readonly Member[]) {
  const { google, microsoft } = product.sandbox;
  const changed = new Map<number, string>();
  const guests = readCompanies()
    .flatMap(({ people }) => people.map(({ email }) => email))
    .filter((email) => !email.endsWith(`@${OUR_DOMAIN}`));
  let found = 0;
  return async ({ user, isMeeting }: LoadPlan['changes'][number]): Promise<void> => {
    const member = members[user];
    if (!member) throw new Error(`the plan has a user ${user}, who does not exist`);
    const { email, provider } = member;
    const person =
      provider === 'google'
        ? await createGooglePerson(google, email, 'Robin Vale')
        : await createMicrosoftPerson(microsoft, { email, name: 'Robin Vale' });
    if (isMeeting) {
      found += 1;
      const guest = guests[(found * 7) % guests.length] ?? '';
      await person.add({ start: inHours(FOUND_HOURS_AHEAD + (found % 100)), guests: [guest] });
      return;
    }
    const known = changed.get(user);
    if (known === undefined) changed.set(user, await person.add({ title: 'Planning', start: inHours(30) }));
    else await person.change(known, { title: `Planning ${Math.random()}` });
  };
}

/** Returns a function that plays a visit: it signs in if it is the user's first, then reads dashboard and meetings. */
function createVisitor(product: RunningProduct, members: readonly Member[], reads: Read[]) {
  const cookies = new Map<number, string>();
  const pages = [
    fullPath(getSession),
    `${fullPath(listMeetings)}?limit=5&startDate=${new Date().toISOString()}`,
    fullPath(getMeetingStatistics),
    fullPath(listCalendarIntegrations),
    `${fullPath(listMeetings)}?limit=25`,
  ];
  return async ({ user }: LoadPlan['visits'][number]): Promise<void> => {
    const cookie = cookies.get(user) ?? (await signInMember(product.url, members[user]));
    cookies.set(user, cookie);
    for (const page of pages) {
      const began = performance.now();
      const response = await fetch(`${product.url}${page}`, { headers: { cookie } });
      await response.text();
      reads.push({ atMs: Date.now(), tookMs: performance.now() - began, isOk: response.ok });
    }
  };
}

async function signInMember(url: string, member: Member | undefined): Promise<string> {
  if (!member) throw new Error('the plan has a user who does not exist');
  const client = await signIn(createHttpClient(url), member);
  return [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
