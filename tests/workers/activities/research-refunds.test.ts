import { beforeEach, describe, expect, test } from 'vitest';
import { disableCalendars } from '#db/queries/calendar-integrations.ts';
import { lockResearchTarget, requestResearch } from '#db/queries/meetings.ts';
import { countUsage, researchUsage, reserveUsage } from '#db/queries/usage-entries.ts';
import { sql } from '#db/sql.ts';
import { wrongUsage } from '#tests/faults/invariants.ts';
import { connectCalendar, meetingOf, syncNow, type TestAccount } from '#tests/support/calendar-account.ts';
import { type CalendarPerson, inHours } from '#tests/support/calendar-person.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startGoogle } from '#tests/support/google-account.ts';
import { createTestContext } from '#tests/support/worker.ts';
import { createMeetingActivities } from '#workers/activities/meeting.ts';

const QUOTA = { limit: 60, periodStart: new Date(0) };

const google = await forThisFile(startGoogle());
const { context } = await forThisFile(createTestContext({ calendars: { google: google.provider() } }));

let count = 0;
let person: CalendarPerson;
let account: TestAccount;
let eventId: string;
let meetingId: string;
/** Seeds a new user with one meeting whose research was requested but has not begun. */
beforeEach(async () => {
  count += 1;
  person = await google.person(`asker${count}@harborline.test`);
  account = await connectCalendar(context, person);
  eventId = await person.add({ start: inHours(5), guests: ['ines@brightwater.test'] });
  await sync();
  meetingId = (await meetingOf(context, account.userId, eventId)).id;
  await trigger();
});

const sync = () => syncNow(context, account);

/** Requests research and reserves its usage, as the API does. */
async function trigger(): Promise<void> {
  await context.pool.transaction(async (transaction) => {
    const { request } = await requestResearch(transaction, meetingId);
    await reserveUsage(transaction, researchUsage(account.userId, { meetingId, request }), QUOTA);
  });
}

const used = () => countUsage(context.pool, { userId: account.userId, kind: 'research', ...QUOTA });
const listLeaks = async () => (await wrongUsage(context)).filter((problem) => problem.includes(account.userId));
const plan = () => createMeetingActivities(context).planMeeting({ meetingId });
const change = (what: ReturnType<typeof sql.fragment>) =>
  context.pool.query(sql.typeAlias('void')`update meetings set ${what}, version = version + 1 where id = ${meetingId}`);
const startsIn = (minutes: number) => {
  const start = sql.timestamp(new Date(Date.now() + minutes * 60_000));
  return sql.fragment`start_time = ${start}, end_time = ${start} + interval '30 minutes'`;
};

describe('requested research that has not begun is refunded', () => {
  test.each([
    ['cancelled', () => person.remove(eventId)],
    [
      'declined',
      async () => {
        await person.answer(eventId, 'declined');
      },
    ],
  ])('when a sync finds the meeting %s', async (_, atTheProvider) => {
    await atTheProvider();
    await sync();
    expect(await meetingOf(context, account.userId, eventId)).toMatchObject({ research: 'none' });
    expect(await used()).toBe(0);
  });

  test('when its calendar is disconnected', async () => {
    await context.pool.transaction(async (transaction) => {
      await disableCalendars(transaction, account.integrationId);
    });
    await plan();
    expect(await used()).toBe(0);
  });

  test.each([
    ['was cancelled', () => sql.fragment`status = 'cancelled'`],
    ['was declined', () => sql.fragment`user_response = 'declined', research_state = 'none'`],
    ['has started', () => startsIn(-2)],
    ['starts too soon', () => sql.fragment`${startsIn(0.5)}, research_state = 'none'`],
  ])('when the meeting %s, so that no reservation leaks', async (_, what) => {
    await change(what());
    expect(await listLeaks()).toEqual([expect.stringContaining(`${meetingId}:1 reserved, which nothing will settle`)]);
    await plan();
    expect([await used(), await listLeaks()]).toEqual([0, []]);
  });

  test('when the user loses access, and stays pending without a reservation', async () => {
    await context.pool.query(sql.typeAlias('void')`delete from whitelist_entries where email = ${person.email}`);
    expect(await plan()).toMatchObject({ step: 'prepare', reason: 'no_access', research: 'settled' });
    expect(await used()).toBe(0);
    const target = await context.pool.transaction((transaction) =>
      lockResearchTarget(transaction, { userId: account.userId, meetingId }),
    );
    expect(target).toMatchObject({ researchState: 'pending', isReserved: false });
  });

  test('only when it is no longer wanted', async () => {
    expect(await plan()).toMatchObject({ research: 'wanted' });
    expect([await used(), await listLeaks()]).toEqual([1, []]);
  });
});
