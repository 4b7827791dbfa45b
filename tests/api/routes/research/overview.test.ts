import { describe, expect, test } from 'vitest';
import { getResearchStats, listResearch } from '#contract/research.ts';
import { insertResearchResult } from '#db/queries/research-results.ts';
import { openTestApi } from '#tests/support/api.ts';
import { type SeededUser, seedMeeting } from '#tests/support/builders.ts';
import { emptyReport } from '#tests/support/empty-report.ts';
import { usageOf } from '#tests/support/research-models.ts';

const api = await openTestApi();

async function storeResearch(
  { id: userId }: SeededUser,
  result: { meetingId: string; request: number; summary: string; qualityScore: number; confidence: number },
): Promise<void> {
  const { meetingId, request, summary, ...scores } = result;
  const usage = usageOf({ inputTokens: 1000, outputTokens: 100, searches: 3 });
  await api.pool.transaction(async (transaction) => {
    const run = { meetingId, request, version: 1, userId };
    await insertResearchResult(transaction, run, {
      ...scores,
      report: { ...emptyReport, summary },
      rawResponse: 'raw',
      oldestAt: null,
      usage,
    });
  });
}

/** Seeds a meeting in each state, an hour apart; the completed one has two results. Returns its id. */
async function seedAll(user: SeededUser) {
  const ids: Record<string, string> = {};
  for (const [index, state] of (['pending', 'running', 'completed', 'failed', 'none'] as const).entries()) {
    const startsInMinutes = 60 * (index + 1);
    ids[state] = await seedMeeting(api.pool, { userId: user.id, title: state, researchState: state, startsInMinutes });
  }
  const meetingId = ids['completed'] ?? '';
  await storeResearch(user, { meetingId, request: 1, summary: 'Older', qualityScore: 60, confidence: 50 });
  await storeResearch(user, { meetingId, request: 2, summary: 'Newer', qualityScore: 81, confidence: 70 });
  return meetingId;
}

describe('GET /research/user', () => {
  test('lists meetings, latest start first, with their newest research', async () => {
    const { user, client } = await api.newUser();
    const meetingId = await seedAll(user);
    const { research, total } = await client.data(listResearch);
    expect(research.map(({ status }) => status)).toEqual(['failed', 'completed', 'running', 'pending']);
    expect(total).toBe(4);
    expect(research[1]).toMatchObject({ meetingId, title: 'completed', summary: 'Newer', qualityScore: 81 });
    expect(research[0]).toMatchObject({ id: null, qualityScore: null, summary: null, createdAt: null });
  });

  test('filters by status and pages by offset with a constant total [7.33]', async () => {
    const { user, client } = await api.newUser();
    await seedAll(user);
    const page = async (query: Record<string, string>) => {
      const { research, total } = await client.data(listResearch, { query });
      return [research.map(({ title }) => title), total];
    };
    expect(await page({ status: 'running' })).toEqual([['running'], 1]);
    expect(await page({ limit: '3' })).toEqual([['failed', 'completed', 'running'], 4]);
    expect(await page({ limit: '3', offset: '3' })).toEqual([['pending'], 4]);
    expect(await page({ offset: '50' })).toEqual([[], 4]);
    expect((await client.call(listResearch, { query: { status: 'none' } })).status).toBe(400);
  });

  test("lists only the caller's research", async () => {
    const [{ user }, { client: stranger }] = [await api.newUser(), await api.newUser()];
    await seedAll(user);
    expect(await stranger.data(listResearch)).toEqual({ research: [], total: 0 });
  });
});

describe('GET /research/stats', () => {
  test('counts meetings by state and sums up all results [7.34]', async () => {
    const { user, client } = await api.newUser();
    await seedAll(user);
    expect((await client.data(getResearchStats)).stats).toEqual({
      total: 4,
      byStatus: { pending: 1, running: 1, completed: 1, failed: 1 },
      results: 2,
      averageQualityScore: 70.5,
      averageConfidence: 60,
      inputTokens: 2000,
      outputTokens: 200,
      searches: 6,
    });
  });

  test('returns zeros and null averages without research', async () => {
    const { client } = await api.newUser();
    expect((await client.data(getResearchStats)).stats).toEqual({
      total: 0,
      byStatus: { pending: 0, running: 0, completed: 0, failed: 0 },
      results: 0,
      averageQualityScore: null,
      averageConfidence: null,
      inputTokens: 0,
      outputTokens: 0,
      searches: 0,
    });
  });
});
