import { describe, expect, test } from 'vitest';
import { getMeeting, getMeetingStatistics, listMeetings } from '#contract/meetings.ts';
import { sql } from '#db/sql.ts';
import { localDate, startOfDay } from '#domain/zoned-time.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedMeeting } from '#tests/support/builders.ts';

const api = await openTestApi();

describe('GET /meetings', () => {
  test('lists meetings by start with their attendees [3.4] [7.21]', async () => {
    const { user, client } = await api.newUser();
    const later = await seedMeeting(api.pool, { userId: user.id, title: 'Later', startsInMinutes: 300 });
    const soon = await seedMeeting(api.pool, {
      userId: user.id,
      title: 'Soon',
      startsInMinutes: 30,
      attendees: [
        { email: 'ines@brightwater.test', name: 'Ines Moreau', responseStatus: 'accepted' },
        { email: 'tom@copperleaf.test' },
      ],
    });
    const { meetings, nextCursor } = await client.data(listMeetings);
    expect(meetings.map(({ id }) => id)).toEqual([soon, later]);
    expect(nextCursor).toBeNull();
    expect(meetings[0]).toMatchObject({
      title: 'Soon',
      meetingType: 'external',
      externalDomains: ['brightwater.test', 'copperleaf.test'],
      attendees: [
        { email: 'ines@brightwater.test', name: 'Ines Moreau', responseStatus: 'accepted' },
        { email: 'tom@copperleaf.test', name: null, responseStatus: 'needsAction' },
      ],
      isResearchCompleted: false,
      isBriefingSent: false,
    });
  });

  test('filters by date and omits cancelled meetings', async () => {
    const { user, client } = await api.newUser();
    const past = await seedMeeting(api.pool, { userId: user.id, startsInMinutes: -120 });
    const coming = await seedMeeting(api.pool, { userId: user.id, startsInMinutes: 120 });
    await seedMeeting(api.pool, { userId: user.id, status: 'cancelled' });
    const now = new Date().toISOString();
    const ids = async (query: Record<string, string>) =>
      (await client.data(listMeetings, { query })).meetings.map(({ id }) => id);
    expect(await ids({ startDate: now })).toEqual([coming]);
    expect(await ids({ endDate: now })).toEqual([past]);
    expect(await ids({})).toEqual([past, coming]);
  });
});

describe('GET /meetings/:id', () => {
  test("returns the user's meeting", async () => {
    const { user, client } = await api.newUser();
    const id = await seedMeeting(api.pool, { userId: user.id, title: 'Mine' });
    expect((await client.data(getMeeting, { params: { id } })).meeting.title).toBe('Mine');
  });
});

describe('GET /meetings/domain-statistics', () => {
  test('counts types, the top five domains and average external attendees [3.5] [7.22]', async () => {
    const { user, client } = await api.newUser();
    const guests = (...names: string[]) => names.map((name) => ({ email: `guest@${name}.test` }));
    await seedMeeting(api.pool, { userId: user.id, attendees: guests('a', 'b', 'c') });
    await seedMeeting(api.pool, { userId: user.id, attendees: guests('a', 'd', 'e') });
    await seedMeeting(api.pool, { userId: user.id, attendees: guests('a', 'b', 'f'), meetingType: 'mixed' });
    await seedMeeting(api.pool, { userId: user.id, meetingType: 'internal' });
    await seedMeeting(api.pool, { userId: user.id, attendees: guests('z'), status: 'cancelled' });
    expect((await client.data(getMeetingStatistics)).statistics).toEqual({
      totalMeetings: 4,
      internalMeetings: 1,
      externalMeetings: 2,
      mixedMeetings: 1,
      topExternalDomains: [
        { domain: 'a.test', count: 3 },
        { domain: 'b.test', count: 2 },
        { domain: 'c.test', count: 1 },
        { domain: 'd.test', count: 1 },
        { domain: 'e.test', count: 1 },
      ],
      averageExternalAttendeesPerMeeting: 3,
      change: { totalPercent: null, averageExternalAttendees: null },
    });
  });

  test('compares the next 30 days with the past 30', async () => {
    const { user, client } = await api.newUser();
    const day = 24 * 60;
    const seed = (startsInDays: number, guestCount: number) =>
      seedMeeting(api.pool, {
        userId: user.id,
        startsInMinutes: startsInDays * day,
        meetingType: guestCount === 0 ? 'internal' : 'external',
        attendees: Array.from({ length: guestCount }, (_, index) => ({ email: `guest${index}@a.test` })),
      });
    for (const [startsInDays, guestCount] of [
      [-2, 1],
      [-29, 2],
      [-45, 9],
      [2, 2],
      [3, 0],
      [28, 2],
      [45, 9],
    ] as const) {
      await seed(startsInDays, guestCount);
    }
    expect((await client.data(getMeetingStatistics)).statistics.change).toEqual({
      totalPercent: 50,
      averageExternalAttendees: 0.5,
    });
  });

  test('counts meetings since midnight in the user’s time zone as upcoming', async () => {
    const { user, client } = await api.newUser();
    const timezone = 'Pacific/Kiritimati';
    await setTimezone(user.id, timezone);
    const midnight = startOfDay(localDate(new Date(), timezone), timezone);
    const minutes = Math.ceil((midnight.getTime() - Date.now()) / 60_000);
    for (const startsInMinutes of [minutes + 1, minutes + 2, minutes - 2]) {
      await seedMeeting(api.pool, { userId: user.id, startsInMinutes });
    }
    expect((await client.data(getMeetingStatistics)).statistics.change.totalPercent).toBe(100);
  });

  test('counts meetings of a user whose time zone Postgres does not know', async () => {
    const { user, client } = await api.newUser();
    await setTimezone(user.id, 'Asia/Nowhere');
    await seedMeeting(api.pool, { userId: user.id });
    expect((await client.data(getMeetingStatistics)).statistics.totalMeetings).toBe(1);
  });

  test('returns zeros for a user without meetings', async () => {
    const { client } = await api.newUser();
    expect((await client.data(getMeetingStatistics)).statistics).toEqual({
      totalMeetings: 0,
      internalMeetings: 0,
      externalMeetings: 0,
      mixedMeetings: 0,
      topExternalDomains: [],
      averageExternalAttendeesPerMeeting: 0,
      change: { totalPercent: null, averageExternalAttendees: null },
    });
  });
});

async function setTimezone(userId: string, timezone: string): Promise<void> {
  await api.pool.query(sql.typeAlias('void')`update users set timezone = ${timezone} where id = ${userId}`);
}
