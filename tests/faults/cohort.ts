import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { putChannel } from '#contract/channels.ts';
import type { Provider } from '#contract/http.ts';
import { createWebhook } from '#contract/outgoing-webhooks.ts';
import { subscribePush } from '#contract/push.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { sql } from '#db/sql.ts';
import { WEBHOOK_EVENTS } from '#domain/enumerations.ts';
import { readCompanies } from '#sandbox/world/companies.ts';
import type { CalendarPerson } from '#tests/support/calendar-person.ts';
import { createGooglePerson } from '#tests/support/google-person.ts';
import { createMicrosoftPerson } from '#tests/support/microsoft-person.ts';
import { createPushBrowser } from '#tests/support/push-browser.ts';
import type { Instance } from './instance.ts';
import { connect, control, letIn, type Newcomer, signInWithGoogle, vendorUrl } from './newcomer.ts';
import { listSentMails } from './sent-mails.ts';
import { until } from './until.ts';

/** Fifty meetings of two users, one user per vendor, spread over all phases when a fault starts. */
export type Cohort = {
  people: Record<Provider, Member>;
  /** Number of meetings in each phase when the fault started. */
  phases: Phases;
};
type Member = Newcomer & { calendar: CalendarPerson };

/** Meetings per vendor. */
const AT_EACH = { parked: 3, sent: 4, briefingWaiting: 10, inResearch: 8 };
const FIFTY = 50;
const OUR_DOMAIN = 'harborline.test';
/** Short, since jitter is up to a tenth of it (domain/briefing-schedule.ts). */
export const LEAD_MINUTES = 5;
const LEAD_MS = LEAD_MINUTES * 60_000;
const SPREAD_MS = LEAD_MS / 10;
/** From the first sync to the first briefing: long enough to research the meetings that will wait. */
const READY_MS = 75_000;
/** How long model calls and emails take once they are slowed down, to keep some of them under way. */
const SLOW_MODEL_MS = 12_000;
const SLOW_MAIL_MS = 8_000;
const GATHER_MS = 180_000;

const GUESTS = readCompanies()
  .flatMap(({ people }) => people.map(({ email }) => email))
  .filter((email) => !email.endsWith(`@${OUR_DOMAIN}`));

/** Seeds the cohort. Resolves when briefings begin to be sent, with some of the fifty meetings in each phase. */
export async function gatherCohort(instance: Instance, leadMinutes = LEAD_MINUTES): Promise<Cohort> {
  const people = {
    google: await createMember(instance, 'google', leadMinutes),
    microsoft: await createMember(instance, 'microsoft', leadMinutes),
  };
  const members = Object.values(people);
  const leadMs = leadMinutes * 60_000;
  const add = async (count: number, dueInMs: number) => {
    const start = new Date(Date.now() + leadMs + dueInMs);
    for (const { calendar } of members)
      for (let i = 0; i < count; i += 1) await calendar.add({ start, guests: [nextGuest()] });
  };

  const reach = async (what: string, isReached: (now: Phases) => boolean): Promise<Phases> => {
    let now = await readPhases(instance, members);
    await until(
      () => `${what}: ${describePhases(now)}`,
      async () => isReached((now = await readPhases(instance, members))),
      GATHER_MS,
    );
    return now;
  };

  // Parks these meetings until an operator retries; a failure affecting all meetings is retried automatically.
  await control(instance, 'anthropic', '/next', { behaviour: 'refusal', times: 1000 });
  await add(AT_EACH.parked, READY_MS + 60_000);
  for (const [provider, member] of entriesOf(people)) {
    const status = await connect(instance, member, provider);
    if (status !== 200) throw new Error(`connecting ${provider} returned ${status}`);
  }
  await reach('research is parked', ({ parked }) => parked === 2 * AT_EACH.parked);
  await control(instance, 'anthropic', '/reset', {});

  await add(AT_EACH.sent, 0);
  await add(AT_EACH.briefingWaiting, READY_MS + SPREAD_MS);
  await syncAll(instance, people);
  const waiting = { sent: 2 * AT_EACH.sent, briefingWaiting: 2 * AT_EACH.briefingWaiting };
  await reach(
    'some are briefed, and others researched',
    ({ sent, briefingWaiting }) =>
      sent >= waiting.sent && sent + briefingWaiting >= waiting.sent + waiting.briefingWaiting,
  );

  const all = { method: 'POST', times: 10_000 };
  await control(instance, 'anthropic', '/faults', { ...all, path: '/v1/messages', delayMs: SLOW_MODEL_MS });
  await control(instance, 'ses', '/faults', { ...all, path: '/', delayMs: SLOW_MAIL_MS });
  await reach('emails are under way', ({ mailUnderWay }) => mailUnderWay > 0);
  await add(AT_EACH.inResearch, READY_MS);
  await syncAll(instance, people);
  const found = await reach('all are known, and some in each phase', (now) => {
    const counts = Object.values(now);
    return counts.every((count) => count > 0) && counts.reduce((sum, count) => sum + count) === FIFTY;
  });
  return { people, phases: found };
}

async function createMember(instance: Instance, provider: Provider, leadMinutes: number): Promise<Member> {
  const email = `${provider}-${randomBytes(4).toString('hex')}@${OUR_DOMAIN}`;
  await letIn(instance, email);
  // Everyone signs in with Google, whichever calendar they connect.
  const google = await createGooglePerson(vendorUrl(instance, 'google'), email, 'Robin Vale');
  const client = await signInWithGoogle(instance, email);
  const user = await instance.pool.one(sql.typeAlias('id')`
    update users set lead_minutes = ${leadMinutes} where email = ${email} returning id
  `);
  const calendar =
    provider === 'google'
      ? google
      : await createMicrosoftPerson(vendorUrl(instance, 'microsoft'), { email, name: 'Robin Vale' });
  const member = { email, userId: user.id, client, calendar };
  await addDeliveries(instance, member);
  return member;
}

/** Sets up a channel, a webhook and a push subscription for a person, on top of email; invariant I4 counts them all. */
async function addDeliveries(instance: Instance, { userId, client }: Newcomer): Promise<void> {
  const messagesUrl = vendorUrl(instance, 'messages');
  await client.data(putChannel, {
    params: { kind: 'slack' },
    body: { url: `${messagesUrl}/slack/${userId}`, enabled: true },
  });
  await client.data(createWebhook, { body: { url: instance.receiver.url, events: [...WEBHOOK_EVENTS] } });
  await client.data(subscribePush, { body: createPushBrowser(`${messagesUrl}/push/${userId}`).subscription });
}

/** Syncs both calendars through the product's own outbox message, since the button is limited to once a minute. */
export async function syncAll({ pool }: Instance, people: Cohort['people']): Promise<void> {
  await pool.transaction((transaction) =>
    insertOutboxMessages(
      transaction,
      entriesOf(people).map(([provider, { userId }]) => ({
        workflow: 'calendar-sync',
        userId,
        provider,
        signal: 'sync',
      })),
    ),
  );
}

let guests = 0;
/** Returns a different guest each time, so that few have been researched before. */
function nextGuest(): string {
  guests += 1;
  return GUESTS[(guests * 7) % GUESTS.length] ?? '';
}

const phases = z.object({
  waiting: z.number(),
  inResearch: z.number(),
  parked: z.number(),
  briefingWaiting: z.number(),
  mailUnderWay: z.number(),
  sent: z.number(),
});
export type Phases = z.infer<typeof phases>;

export const describePhases = (now: Phases): string =>
  Object.entries(now)
    .map(([phase, count]) => `${phase} ${count}`)
    .join(', ');

async function readPhases({ pool }: Instance, members: Newcomer[]): Promise<Phases> {
  return await pool.one(sql.type(phases)`
    select count(*) filter (where research_state = 'pending' and briefing_state in ('none', 'scheduled')) as waiting,
      count(*) filter (where research_state = 'running') as "inResearch",
      count(*) filter (where research_state = 'failed' and briefing_state = 'scheduled') as parked,
      count(*) filter (where research_state = 'completed' and briefing_state = 'scheduled') as "briefingWaiting",
      count(*) filter (where briefing_state = 'sending') as "mailUnderWay",
      count(*) filter (where briefing_state = 'sent') as sent
    from meetings where user_id = any(${sql.array(
      members.map(({ userId }) => userId),
      'uuid',
    )})
  `);
}

const ending = z.object({
  provider: z.enum(['google', 'microsoft']),
  state: z.string(),
  emailId: z.string().nullable(),
  dueAt: z.date().nullable(),
});
/**
 * A briefing's final state, and the seconds from its due time until the mail service accepted it, by the service's
 * clock; null if it never did.
 */
export type Fate = Pick<z.infer<typeof ending>, 'provider' | 'state'> & { lateS: number | null };

/**
 * A briefing counts as late one minute after it was due, which allows for engine, database and mail
 * service.
 */
export const GRACE_S = 60;

/** Waits until no briefing is pending. Returns the fate of each of the fifty. */
export async function settle(instance: Instance, { people }: Cohort, timeoutMs: number): Promise<readonly Fate[]> {
  const { pool } = instance;
  const ids = sql.array(
    Object.values(people).map(({ userId }) => userId),
    'uuid',
  );
  const isOpen = sql.typeAlias('void')`
    select from meetings where user_id = any(${ids}) and briefing_state in ('none', 'scheduled', 'sending')
  `;
  await until('every briefing is sent or given up', async () => !(await pool.exists(isOpen)), timeoutMs);
  // A duplicate would arrive at the sender's first retry.
  await sleep(10_000);
  const endings = await pool.any(sql.type(ending)`
    select i.provider, m.briefing_state as state, b.email_id as "emailId",
      greatest(m.briefing_due_at, m.created_at) as "dueAt"
    from meetings m join calendars c on c.id = m.calendar_id join calendar_integrations i on i.id = c.integration_id
      left join briefings b on b.meeting_id = m.id and b.kind = 'briefing'
    where m.user_id = any(${ids})
  `);
  const sentAt = new Map((await listSentMails(instance)).map(({ emailId, at }) => [emailId, at.getTime()]));
  return endings.map(({ provider, state, emailId, dueAt }) => {
    const sentMs = emailId === null ? undefined : sentAt.get(emailId);
    return { provider, state, lateS: sentMs === undefined || !dueAt ? null : (sentMs - dueAt.getTime()) / 1000 };
  });
}

const entriesOf = (people: Record<Provider, Member>) =>
  [
    ['google', people.google],
    ['microsoft', people.microsoft],
  ] as const;
