import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ResearchReport } from '#contract/research.ts';
import { getMeetingResearch, triggerResearch } from '#contract/research.ts';
import { getUsage } from '#contract/subscriptions.ts';
import { insertResearchResult, markResearchCompleted, markResearchFailed } from '#db/queries/research-results.ts';
import { refundUsage, researchUsage } from '#db/queries/usage-entries.ts';
import { sql } from '#db/sql.ts';
import { planLimits } from '#domain/usage.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, type SeededUser, seedMeeting, seedResearch, seedSubscription } from '#tests/support/builders.ts';
import { emptyReport } from '#tests/support/empty-report.ts';
import { usageOf } from '#tests/support/research-models.ts';
import { withoutOutbox } from '#tests/support/without-outbox.ts';

const api = await openTestApi();

/** Uses up the month's research quota except for `left` units. */
async function leaveQuota({ id }: SeededUser, left: number): Promise<void> {
  await api.pool.query(sql.typeAlias('void')`
    insert into usage_entries (user_id, kind, reference, state)
    select ${id}, 'research', 'earlier:' || n, 'used' from generate_series(1, ${planLimits(null).research - left}) as n
  `);
}

const REPORT: ResearchReport = {
  ...emptyReport,
  summary: 'Brightwater makes pumps [1].',
  keyInsights: [{ title: 'Growth', description: 'It grew [1].', importance: 'high', category: 'company' }],
  recommendations: [{ action: 'Ask', reasoning: 'Why not', priority: 'low', effort: 'low' }],
  riskFactors: ['None known'],
  opportunities: [{ description: 'A pilot', category: 'sales' }],
  sources: [{ title: 'Brightwater', url: 'http://127.0.0.1:4007/brightwater.test/' }],
};

async function storeResearch(user: SeededUser, meetingId: string, request: number): Promise<void> {
  const run = { meetingId, version: 1 + request, request, userId: user.id };
  await api.pool.transaction(async (transaction) => {
    const usage = usageOf({ inputTokens: 1, outputTokens: 1, searches: 1 });
    const result = { report: REPORT, qualityScore: 82, confidence: 74, rawResponse: 'raw', oldestAt: null, usage };
    await insertResearchResult(transaction, run, result);
    await markResearchCompleted(transaction, run);
  });
}

describe('POST /research/trigger', () => {
  test('reserves quota, counts the request and signals the workflow [7.32]', async () => {
    const { user, client } = await api.newUser();
    const meetingId = await seedMeeting(api.pool, { userId: user.id });
    expect(await client.data(triggerResearch, { body: { meetingId } })).toEqual({
      targetCompany: 'brightwater.test',
      researchState: 'pending',
    });
    expect(await listOutbox(api.pool)).toContainEqual({ workflow: 'meeting', userId: user.id, meetingId, version: 2 });
    const meeting = await api.pool.one(sql.type(z.object({ requests: z.number(), state: z.string() }))`
      select research_requests as requests, research_state as state from meetings where id = ${meetingId}
    `);
    expect(meeting).toEqual({ requests: 1, state: 'pending' });
    expect((await client.data(getUsage)).usage).toMatchObject({ researchUsed: 1, researchRemaining: 59 });
  });

  test("applies the paid plan's limits if the provider sets them", async () => {
    const { user, client } = await api.newUser();
    await seedSubscription(api.pool, { userId: user.id, status: 'active' });
    await api.pool.query(sql.typeAlias('void')`
      update subscriptions set research_limit = 61, meeting_limit = 90 where user_id = ${user.id}
    `);
    await leaveQuota(user, 0);
    const [first, second] = [
      await seedMeeting(api.pool, { userId: user.id }),
      await seedMeeting(api.pool, { userId: user.id }),
    ];
    await client.data(triggerResearch, { body: { meetingId: first } });
    const refused = await client.call(triggerResearch, { body: { meetingId: second } });
    expect([refused.status, refused.body.code]).toEqual([403, 'QUOTA_EXCEEDED']);
    const limits = { researchLimit: 61, researchUsed: 61, researchRemaining: 0, meetingLimit: 90, emailLimit: 90 };
    expect((await client.data(getUsage)).usage).toMatchObject(limits);
  });

  test('charges one unit for concurrent triggers of the same research', async () => {
    const { user, client } = await api.newUser();
    const meetingId = await seedMeeting(api.pool, { userId: user.id });
    const answers = await Promise.all([1, 2, 3].map(() => client.data(triggerResearch, { body: { meetingId } })));
    expect(answers.map(({ researchState }) => researchState)).toEqual(['pending', 'pending', 'pending']);
    expect((await client.data(getUsage)).usage.researchUsed).toBe(1);
  });

  test('retries failed research and charges the refunded unit again', async () => {
    const { user, client } = await api.newUser();
    const meetingId = await seedMeeting(api.pool, { userId: user.id });
    await client.data(triggerResearch, { body: { meetingId } });
    const run = { meetingId, version: 2, request: 1 };
    await markResearchFailed(api.pool, run, 'refused');
    await refundUsage(api.pool, researchUsage(user.id, { meetingId, request: 1 }));
    expect((await client.data(getUsage)).usage.researchUsed).toBe(0);

    const again = await client.data(triggerResearch, { body: { meetingId } });
    expect(again.researchState).toBe('pending');
    expect((await client.data(getUsage)).usage.researchUsed).toBe(1);
    const row = z.object({ requests: z.number(), error: z.string().nullable() });
    const meeting = await api.pool.one(sql.type(row)`
      select research_requests as requests, research_error as error from meetings where id = ${meetingId}
    `);
    expect(meeting).toEqual({ requests: 2, error: null });
    expect(await listOutbox(api.pool)).toContainEqual({ workflow: 'meeting', userId: user.id, meetingId, version: 3 });
  });

  test('charges nothing if the outbox cannot be written', async () => {
    const { user, client } = await api.newUser();
    const meetingId = await seedMeeting(api.pool, { userId: user.id });
    await withoutOutbox(api.database, async () => {
      expect((await client.call(triggerResearch, { body: { meetingId } })).status).toBe(500);
    });
    expect((await client.data(getUsage)).usage.researchUsed).toBe(0);
    const meeting = await api.pool.one(sql.type(z.object({ requests: z.number(), state: z.string() }))`
      select research_requests as requests, research_state as state from meetings where id = ${meetingId}
    `);
    expect(meeting).toEqual({ requests: 0, state: 'none' });
  });

  test('repeats finished research only with force [7.32]', async () => {
    const { user, client } = await api.newUser();
    const meetingId = await seedMeeting(api.pool, { userId: user.id });
    await storeResearch(user, meetingId, 0);
    const again = await client.data(triggerResearch, { body: { meetingId } });
    expect(again.researchState).toBe('completed');
    expect((await client.data(getUsage)).usage.researchUsed).toBe(0);
    const forced = await client.data(triggerResearch, { body: { meetingId, force: true } });
    expect(forced.researchState).toBe('pending');
    expect((await client.data(getUsage)).usage.researchUsed).toBe(1);
  });

  test('attack 20: grants the last unit once under 50 concurrent triggers', async () => {
    const { user, client } = await api.newUser();
    await leaveQuota(user, 1);
    const meetings = await Promise.all(Array.from({ length: 50 }, () => seedMeeting(api.pool, { userId: user.id })));
    const answers = await Promise.all(
      meetings.map((meetingId) => client.call(triggerResearch, { body: { meetingId } })),
    );
    const refused = answers.filter(({ status }) => status === 403);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refused).toHaveLength(49);
    expect(refused[0]?.body).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: expect.stringContaining('quota'),
      quota: 60,
      used: 60,
      resetDate: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/),
    });
    const told = await listOutbox(api.pool, user.id);
    expect(told).toHaveLength(1);
  });

  test.each([
    [
      'an internal meeting',
      { meetingType: 'internal' as const, attendees: [{ email: 'sam@harborline.test' }] },
      'No external guests are invited.',
    ],
    ['a cancelled meeting', { status: 'cancelled' as const }, 'The meeting was cancelled.'],
    ['an all-day event', { isAllDay: true }, 'All-day events get no briefing.'],
    ['a meeting that has started', { startsInMinutes: -5 }, 'The meeting has already started.'],
  ])('refuses %s with 400 as an invalid target', async (_, options, reason) => {
    const { user, client } = await api.newUser();
    const meetingId = await seedMeeting(api.pool, { userId: user.id, ...options });
    const answer = await client.call(triggerResearch, { body: { meetingId } });
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_TARGET']);
    expect(answer.body.message).toContain('target');
    expect(answer.body['reason']).toBe(reason);
    expect((await client.data(getUsage)).usage.researchUsed).toBe(0);
  });

  test('case 39: researches an event without guests on request', async () => {
    const { user, client } = await api.newUser();
    const meetingId = await seedMeeting(api.pool, { userId: user.id, meetingType: 'internal' });
    expect(await client.data(triggerResearch, { body: { meetingId } })).toEqual({
      targetCompany: null,
      researchState: 'pending',
    });
    const told = await listOutbox(api.pool, meetingId);
    expect(told).toHaveLength(1);
    expect((await client.data(getUsage)).usage.researchUsed).toBe(1);
  });
});

describe('GET /research/meetings/:id', () => {
  test('lists finished research, or nothing before there is any [3.6] [7.31]', async () => {
    const { user, client } = await api.newUser();
    const id = await seedMeeting(api.pool, { userId: user.id });
    expect((await client.data(getMeetingResearch, { params: { id } })).results).toEqual([]);
    await storeResearch(user, id, 0);
    const { results } = await client.data(getMeetingResearch, { params: { id } });
    expect(results).toMatchObject([{ ...REPORT, meetingId: id, qualityScore: 82, confidence: 74, rawResponse: 'raw' }]);
  });

  test('dates research by its oldest source, or by the run itself', async () => {
    const { user, client } = await api.newUser();
    const id = await seedMeeting(api.pool, { userId: user.id });
    const oldestAt = new Date('2026-11-03T12:00:00.000Z');
    await seedResearch(api.pool, { userId: user.id, meetingId: id, oldestAt });
    const [first] = (await client.data(getMeetingResearch, { params: { id } })).results;
    expect(first?.researchedAt).toBe(oldestAt.toISOString());
    const other = await seedMeeting(api.pool, { userId: user.id });
    await storeResearch(user, other, 0);
    const [alone] = (await client.data(getMeetingResearch, { params: { id: other } })).results;
    expect(alone?.researchedAt).toBe(alone?.createdAt);
  });
});
