import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { getOverview, listAuditLog } from '#contract/admin.ts';
import { addToWhitelist, listWhitelist } from '#contract/admin-whitelist.ts';
import { listBriefings, listMutedMeetings } from '#contract/briefings.ts';
import { listCalendarIntegrations, listUserCalendars } from '#contract/calendar.ts';
import type { Endpoint } from '#contract/http.ts';
import { getMeetingStatistics, listMeetings } from '#contract/meetings.ts';
import { getMeetingResearch, getResearchStats, listResearch } from '#contract/research.ts';
import { getUsage } from '#contract/subscriptions.ts';
import { getDomainBlacklist } from '#contract/users.ts';
import { insertMutedMeeting } from '#db/queries/muted-meetings.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { type SeededUser, seedCalendar, seedMeeting, seedResearch } from '#tests/support/builders.ts';
import { listStatements } from '#tests/support/count-statements.ts';
import type { HttpClient } from '#tests/support/http-client.ts';

const api = await openTestApi();
const { user, client } = await api.newUser();
const { client: admin } = await api.newUser({ role: 'admin' });
const { calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
const researched = await seedMeeting(api.pool, { userId: user.id, calendarId, researchState: 'pending' });
await seedResearch(api.pool, { userId: user.id, meetingId: researched });
for (let index = 0; index < 3; index += 1) await seedSkipped(user, -60 - index);

/** Seeds a past meeting that was known before it began but never briefed. Returns its id. */
async function seedSkipped({ id: userId }: SeededUser, startsInMinutes: number): Promise<string> {
  const id = await seedMeeting(api.pool, { userId, startsInMinutes, researchState: 'completed' });
  await api.pool.query(sql.typeAlias('void')`
    update meetings set created_at = start_time - interval '1 day', briefing_state = 'skipped', briefing_reason = 'You declined the meeting.'
    where id = ${id}
  `);
  return id;
}

describe('one access query and one data query are enough for', () => {
  const ofUser: [string, Endpoint, Record<string, string>][] = [
    ['meetings', listMeetings, {}],
    ['five upcoming meetings', listMeetings, { limit: '5', startDate: new Date().toISOString() }],
    ['statistics', getMeetingStatistics, {}],
    ['research', listResearch, { status: 'completed', limit: '2' }],
    ['research stats', getResearchStats, {}],
    ['usage', getUsage, {}],
    ['briefings', listBriefings, { limit: '2' }],
    ['muted meetings', listMutedMeetings, {}],
    ['integrations', listCalendarIntegrations, {}],
    ['calendars', listUserCalendars, {}],
    ['excluded domains', getDomainBlacklist, {}],
  ];

  test.each(ofUser)('%s', async (_, endpoint, query) => {
    const statements = await listStatements(() => client.data(endpoint, { query }));
    expect(statements).toHaveLength(2);
    expect(statements[0]).toMatch(/from\s+sessions/);
  });

  test('research for one meeting', async () => {
    const params = { id: researched };
    const statements = await listStatements(() => client.data(getMeetingResearch, { params }));
    expect(statements).toHaveLength(2);
  });

  test.each([
    ['the whitelist', listWhitelist],
    ['the overview', getOverview],
    ['the audit log', listAuditLog],
  ] as const)('%s', async (_, endpoint) => {
    expect(await listStatements(() => admin.data<z.ZodType>(endpoint))).toHaveLength(2);
  });
});

type Page = { ids: string[]; nextCursor: string | null };

const keysetLists: [string, (who: HttpClient, query: Record<string, string>) => Promise<Page>][] = [
  [
    'meetings',
    async (who, query) => {
      const { meetings, nextCursor } = await who.data(listMeetings, { query });
      return { ids: meetings.map(({ id }) => id), nextCursor };
    },
  ],
  [
    'briefings',
    async (who, query) => {
      const { briefings, nextCursor } = await who.data(listBriefings, { query });
      return { ids: briefings.map(({ meetingId }) => meetingId), nextCursor };
    },
  ],
];

describe.each(keysetLists)('cursor pages of %s', (_, readPage) => {
  async function readAll(who: HttpClient, limit: number, between: () => Promise<unknown> = async () => {}) {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await readPage(who, { limit: String(limit), ...(cursor === null ? {} : { cursor }) });
      ids.push(...page.ids);
      expect(page.ids.length).toBeLessThanOrEqual(limit);
      cursor = page.nextCursor;
      await between();
    } while (cursor !== null);
    return ids;
  }

  async function seedTogether() {
    const { user: person, client: who } = await api.newUser();
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) ids.push(await seedSkipped(person, -90));
    await api.pool.query(sql.typeAlias('void')`
      update meetings set start_time = ${sql.timestamp(new Date(Date.now() - 5_400_000))} where user_id = ${person.id}
    `);
    return { person, ids, who };
  }

  test('return each row once, in a stable order, when all start at the same time', async () => {
    const { ids, who } = await seedTogether();
    const whole = await readAll(who, 100);
    expect(whole.toSorted()).toEqual(ids.toSorted());
    expect(await readAll(who, 1)).toEqual(whole);
    expect(await readAll(who, 3)).toEqual(whole);
  });

  test('neither repeat nor skip rows while others are inserted', async () => {
    const { person, ids, who } = await seedTogether();
    const seen = await readAll(who, 2, async () => {
      await seedSkipped(person, -30);
      await seedSkipped(person, -300);
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
  });
});

describe('cursor pages of muted meetings', () => {
  test('return each meeting once, newest first, while more are muted', async () => {
    const { user: person, client: who } = await api.newUser();
    const mute = async () => {
      const meetingId = await seedMeeting(api.pool, { userId: person.id });
      await api.pool.transaction((transaction) => insertMutedMeeting(transaction, { userId: person.id, meetingId }));
    };
    for (let index = 0; index < 5; index += 1) await mute();
    const first = await who.data(listMutedMeetings, { query: { limit: '3' } });
    await mute();
    const query = { limit: '3', cursor: first.nextCursor ?? '' };
    const second = await who.data(listMutedMeetings, { query });
    expect([first.muted.length, second.muted.length, second.nextCursor]).toEqual([3, 2, null]);
    const ids = [...first.muted, ...second.muted].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(new Set(ids).size).toBe(5);
  });
});

describe('paging by number or offset keeps a stable order for equal timestamps', () => {
  test('in the whitelist', async () => {
    const bulk = Array.from({ length: 60 }, (_, index) => `same${index}@brightwater.test`);
    for (const email of bulk) await admin.data(addToWhitelist, { body: { email } });
    await api.pool.query(sql.typeAlias('void')`update whitelist_entries set created_at = now()`);
    const page = async (number: number) =>
      (await admin.data(listWhitelist, { query: { page: String(number), limit: '25' } })).map(({ id }) => id);
    const ids = [...(await page(1)), ...(await page(2)), ...(await page(3))];
    expect(new Set(ids).size).toBe(ids.length);
    expect(await page(1)).toEqual(ids.slice(0, 25));
  });

  test('in research', async () => {
    await api.pool.query(sql.typeAlias('void')`
      update meetings set start_time = ${sql.timestamp(new Date(Date.now() - 5_400_000))} where user_id = ${user.id}
    `);
    const page = async (offset: number) =>
      (await client.data(listResearch, { query: { limit: '1', offset: String(offset) } })).research[0]?.meetingId;
    const ids = [await page(0), await page(1), await page(2), await page(3)];
    expect(new Set(ids).size).toBe(4);
  });
});
