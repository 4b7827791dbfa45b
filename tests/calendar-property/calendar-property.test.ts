import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { forgetComingMeetings, updateCalendarSwitch } from '#db/queries/calendars.ts';
import { sql } from '#db/sql.ts';
import { VendorUnavailableError } from '#providers/errors.ts';
import { connectCalendar } from '#tests/support/calendar-account.ts';
import { type CalendarVendor, startCalendarVendor } from '#tests/support/calendar-person.ts';
import { TEST_PATIENCE_MS } from '#tests/support/patience.ts';
import { createRandom } from '#tests/support/random.ts';
import { isDeep, testSeed } from '#tests/support/sample.ts';
import { createTestContext } from '#tests/support/worker.ts';
import { syncAccount } from '#workers/calendar/sync-account.ts';
import type { WorkerContext } from '#workers/context.ts';
import { makeEdit, type World } from './edits.ts';
import { type ExpectedMeeting, expectMeeting } from './oracle.ts';

/** Rounds per vendor. */
const ROUNDS = isDeep ? 500 : 25;
const DAY_MS = 86_400_000;

describe.each(['google', 'microsoft'] as const)('%s', (provider) => {
  let vendor: CalendarVendor;
  let context: WorkerContext;
  let close: () => Promise<void>;
  beforeAll(async () => {
    vendor = await startCalendarVendor(provider, { pageSize: 7 });
    ({ context, close } = await createTestContext({ calendars: { [provider]: vendor.calendar } }));
  });
  afterAll(async () => {
    await close();
    await vendor.close();
  });

  test(`stored meetings match the vendor after each of ${ROUNDS} rounds of random edits and syncs [seed ${testSeed}]`, {
    timeout: TEST_PATIENCE_MS + ROUNDS * 4_000,
  }, async () => {
    const { world, account } = await createWorld();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const edits: string[] = [];
      for (let count = world.random.whole(1, 5); count > 0; count -= 1)
        edits.push((await makeEdit(world)) ?? 'nothing');
      // Also compared, so that a failure lists the edits that reproduce it.
      const said = `seed ${testSeed}, round ${round}: ${edits.join('; ')}`;
      await syncWithTrouble(world, account.userId);
      // One instant for both: a meeting may begin in between.
      const now = Date.now();
      const expected = await expectMeetings(world, account.integrationId, now);
      expect({ said, meetings: await readMeetings(account.integrationId, now) }).toEqual({ said, meetings: expected });
      expect({ said, ...(await sync(account.userId)) }).toMatchObject({ said, written: 0, cancelled: 0 });
    }
  });

  async function createWorld() {
    const person = await vendor.person('person@harborline.test');
    const host = await vendor.person('host@brightwater.test');
    const guest = await vendor.person('guest@brightwater.test');
    const account = await connectCalendar(context, person, provider);
    const teamId = await person.addCalendar('Team');
    await context.pool.query(sql.typeAlias('void')`
      insert into domain_exclusions (user_id, domain) values (${account.userId}, 'zoom.test')
    `);
    await sync(account.userId);
    const world: World = {
      random: createRandom(testSeed),
      person,
      host,
      guest,
      teamId,
      series: [],
      hosted: [],
      switchTeam: async () => await switchCalendar(account.integrationId, teamId),
      forgetCursors: async () => {
        await vendor.expireCursors();
      },
      rollWindow: async () => await rollWindow(account.integrationId),
    };
    return { world, account };
  }

  async function sync(userId: string, deadlineMs = Infinity) {
    const run = { signal: new AbortController().signal, onProgress: () => {}, deadlineMs };
    return await syncAccount(context, { userId, provider }, run);
  }

  /** Syncs; sometimes an earlier attempt times out or hits a vendor failure. */
  async function syncWithTrouble({ random }: World, userId: string): Promise<void> {
    if (random.chance(0.2)) await sync(userId, 0);
    if (random.chance(0.2)) {
      const times = random.whole(1, 3);
      await vendor.fault({ path: vendor.eventsPath, delayMs: 1, times });
      await vendor.fault({ path: vendor.eventsPath, status: 500 });
      await sync(userId).catch((error: unknown) => {
        if (!(error instanceof VendorUnavailableError)) throw error;
      });
      await vendor.clearFaults();
    }
    await sync(userId);
  }

  /** Switches a calendar on or off as Settings does. Returns a description of the edit. */
  async function switchCalendar(integrationId: string, providerCalendarId: string): Promise<string> {
    const calendar = await context.pool.one(sql.type(switchRow)`
      select id, is_switched_off as "isOff" from calendars
      where integration_id = ${integrationId} and provider_calendar_id = ${providerCalendarId}
    `);
    await context.pool.transaction(async (transaction) => {
      await updateCalendarSwitch(transaction, calendar.id, !calendar.isOff);
      if (!calendar.isOff) await forgetComingMeetings(transaction, calendar.id);
    });
    return `switch the team calendar ${calendar.isOff ? 'on' : 'off'}`;
  }

  async function rollWindow(integrationId: string): Promise<void> {
    await context.pool.query(sql.typeAlias('void')`
      update calendars set window_start = window_start - interval '1 day', window_end = window_end - interval '1 day'
      where integration_id = ${integrationId}
    `);
  }

  /** Returns the stored meetings of all enabled calendars, except near the edges of the window. */
  async function readMeetings(integrationId: string, now: number): Promise<ExpectedMeeting[]> {
    const [from, to] = range(now);
    const rows = await context.pool.any(sql.type(meetingRow)`
      select provider_event_id as id, title, start_time as start, end_time as end, is_all_day as "isAllDay", user_response as answer,
        meeting_type as type, external_domains as domains, briefing_state as state, briefing_due_at as "dueAt", briefing_reason as reason,
        array(
          select email || ' ' || response_status || case when is_external then ' outside' else '' end
          from attendees where meeting_id = meetings.id
        ) as people
      from meetings join calendars on calendars.id = meetings.calendar_id
      where calendars.integration_id = ${integrationId} and calendars.enabled and meetings.status = 'confirmed'
        and end_time > ${sql.timestamp(from)} and start_time < ${sql.timestamp(to)}
    `);
    return rows
      .map(({ state, dueAt, reason, start, end, people, ...row }) => ({
        ...row,
        start: start.toISOString(),
        end: end.toISOString(),
        people: people.toSorted(),
        plan: start.getTime() <= now ? null : `${state}: ${state === 'scheduled' ? dueAt?.toISOString() : reason}`,
      }))
      .toSorted(byId);
  }

  async function expectMeetings(
    { person, teamId }: World,
    integrationId: string,
    now: number,
  ): Promise<ExpectedMeeting[]> {
    const on = await context.pool.anyFirst(sql.type(z.object({ id: z.string() }))`
      select provider_calendar_id as id from calendars where integration_id = ${integrationId} and enabled
    `);
    const lists = await Promise.all([
      person.list(...range(now)),
      ...(on.includes(teamId) ? [person.list(...range(now), teamId)] : []),
    ]);
    return lists
      .flat()
      .map((event) => expectMeeting(event, person.email, now))
      .toSorted(byId);
  }
});

const range = (now: number) => [new Date(now - 28 * DAY_MS), new Date(now + 28 * DAY_MS)] as const;
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

const switchRow = z.object({ id: z.uuid(), isOff: z.boolean() });
const meetingRow = z.object({
  id: z.string(),
  title: z.string(),
  start: z.date(),
  end: z.date(),
  isAllDay: z.boolean(),
  answer: z.enum(['accepted', 'declined', 'tentative', 'needsAction']),
  type: z.enum(['internal', 'external', 'mixed']),
  domains: z.array(z.string()),
  state: z.string(),
  dueAt: z.date().nullable(),
  reason: z.string().nullable(),
  people: z.array(z.string()),
});
