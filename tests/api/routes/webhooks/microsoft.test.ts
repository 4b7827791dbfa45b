import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fullPath } from '#contract/http.ts';
import { receiveMicrosoftNotice } from '#contract/webhooks.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import { insertChannel, listChannels } from '#db/queries/calendar-channels.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { listOutbox, seedCalendar, seedUser } from '#tests/support/builders.ts';
import { listStatements } from '#tests/support/count-statements.ts';
import { dumpRequestedWrites } from '#tests/support/dump.ts';
import { countWaiting, whileLocked } from '#tests/support/locks.ts';
import { countEnds, postUnfinished } from '#tests/support/unfinished-request.ts';
import { withoutOutbox } from '#tests/support/without-outbox.ts';

const api = await openTestApi({ TRUST_PROXY: '1' });
beforeEach(async () => {
  await api.pool.query(sql.typeAlias('void')`delete from outbox`);
});

/** Seeds a subscription to a new user's calendar. */
async function subscribe() {
  const { id: userId } = await seedUser(api.pool);
  const calendar = await seedCalendar(api.pool, { userId, encryption: api.encryption, provider: 'microsoft' });
  const [subscriptionId, clientState] = [randomUUID(), createToken()];
  await insertChannel(api.pool, {
    provider: 'microsoft',
    channelId: subscriptionId,
    calendarId: calendar.calendarId,
    resourceId: null,
    tokenHash: hashToken(clientState),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  return { userId, integrationId: calendar.integrationId, notice: { subscriptionId, clientState } };
}

const change = { changeType: 'updated', resource: 'Users/1/Events/2', tenantId: randomUUID() };
const notify = async (...notices: object[]) =>
  await api.client().call(receiveMicrosoftNotice, { body: { value: notices.map((one) => ({ ...change, ...one })) } });
const sync = (userId: string) => ({ workflow: 'calendar-sync', userId, provider: 'microsoft', signal: 'sync' });

describe('case 9: the validation request of a subscription', () => {
  test('returns the decoded token as plain text', async () => {
    const validationToken = 'Validation: Testing <b>reachability</b> + & more';
    const answer = await api.client().call(receiveMicrosoftNotice, {
      query: { validationToken },
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
    expect([answer.status, answer.text]).toEqual([200, validationToken]);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is refused if its token is too long', async () => {
    const answer = await api.client().call(receiveMicrosoftNotice, { query: { validationToken: 'x'.repeat(3000) } });
    expect(answer.status).toBe(400);
  });
});

test('case 10: a batch requests one sync per user', async () => {
  const [first, second] = [await subscribe(), await subscribe()];
  expect((await notify(first.notice, first.notice, second.notice)).status).toBe(202);
  expect(await listOutbox(api.pool)).toEqual([sync(first.userId), sync(second.userId)]);
});

test('case 10: a full batch is stored and acknowledged within three seconds', async () => {
  const { userId, notice } = await subscribe();
  const tookMs: number[] = [];
  // A machine stall may delay one of them.
  while (tookMs.length < 3 && tookMs.every((ms) => ms >= 3_000)) {
    const began = performance.now();
    expect((await notify(...Array<object>(1000).fill(notice))).status).toBe(202);
    tookMs.push(performance.now() - began);
  }
  expect(Math.min(...tookMs)).toBeLessThan(3_000);
  expect(await listOutbox(api.pool)).toEqual(tookMs.map(() => sync(userId)));
});

test('case 10: a batch that cannot be stored returns 5xx, so that Microsoft resends it', async () => {
  const { userId, notice } = await subscribe();
  await withoutOutbox(api.database, async () => expect((await notify(notice)).status).toBeGreaterThanOrEqual(500));
  expect((await notify(notice)).status).toBe(202);
  expect(await listOutbox(api.pool)).toEqual([sync(userId)]);
});

test('an unknown subscription is ignored without affecting the rest of its batch', async () => {
  const { userId, notice } = await subscribe();
  expect((await notify({ ...notice, subscriptionId: randomUUID() })).status).toBe(202);
  expect(await listOutbox(api.pool)).toEqual([]);
  expect((await notify({ ...notice, subscriptionId: randomUUID() }, notice)).status).toBe(202);
  expect(await listOutbox(api.pool)).toEqual([sync(userId)]);
});

describe('case 9: a forged or malformed notification returns 400 and changes nothing', () => {
  test.each([
    ['with another state', { clientState: createToken() }],
    ['without a state', { clientState: null }],
    ['with an empty state', { clientState: '' }],
  ])('attack 18: %s, even last in a batch', async (_, forged) => {
    const [{ notice: genuine }, { notice }] = [await subscribe(), await subscribe()];
    const before = await dumpRequestedWrites(api.pool);
    const removed = { ...genuine, lifecycleEvent: 'subscriptionRemoved' };
    const answer = await notify(genuine, removed, { ...notice, ...forged });
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await dumpRequestedWrites(api.pool)).toEqual(before);
  });

  test.each([
    '{}',
    '[]',
    'null',
    '{"value":[]}',
    '{"value":[7]}',
    '{"value":[{}]}',
    '{"value":[{"subscriptionId":"\\u0000"}]}',
    '{"value":',
  ])('with body %s', async (body) => {
    const before = await dumpRequestedWrites(api.pool);
    const headers = { 'content-type': 'application/json' };
    expect((await api.client().call(receiveMicrosoftNotice, { body, headers })).status).toBe(400);
    expect(await dumpRequestedWrites(api.pool)).toEqual(before);
  });
});

describe('case 12: the lifecycle event', () => {
  test.each([
    ['reauthorizationRequired', [{ isDue: true }]],
    ['subscriptionRemoved', []],
    ['missed', [{ isDue: false }]],
  ])('%s requests a sync and leaves the subscriptions %j', async (lifecycleEvent, channels) => {
    const { userId, integrationId, notice } = await subscribe();
    expect((await notify({ ...notice, lifecycleEvent })).status).toBe(202);
    expect(await listOutbox(api.pool)).toEqual([sync(userId)]);
    expect(await listChannels(api.pool, integrationId)).toMatchObject(channels);
  });
});

test('attack 42: 1,000 forged ids cost one query', async () => {
  const notices = Array.from({ length: 1_000 }, () => ({ subscriptionId: randomUUID(), clientState: 'guess' }));
  const statements = await listStatements(async () => expect((await notify(...notices)).status).toBe(202));
  expect(statements.filter((text) => text.includes('calendar_channels'))).toHaveLength(1);
});

test('attack 42: batches are checked one at a time', async () => {
  const answers: ReturnType<typeof notify>[] = [];
  await whileLocked(api.database, 'calendar_channels', async () => {
    for (let i = 0; i < 5; i += 1) answers.push(notify({ subscriptionId: randomUUID() }));
    await expect.poll(() => countWaiting(api.pool)).toBe(1);
    await sleep(500);
    expect(await countWaiting(api.pool)).toBe(1);
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(5).fill(202));
});

test('attack 42: notifications return 404 if Outlook is not set up', async () => {
  const bare = await startApi({ MICROSOFT_CLIENT_ID: '', MICROSOFT_CLIENT_SECRET: '' });
  onTestFinished(bare.close);
  const body = { value: [{ ...change, subscriptionId: randomUUID(), clientState: 'guess' }] };
  expect((await bare.client().call(receiveMicrosoftNotice, { body })).status).toBe(404);
});

test('attack 42: unfinished bodies take 16 MB at most, and must arrive within seconds', async () => {
  const open = (headers: Record<string, string | number>) =>
    postUnfinished(`${api.url}${fullPath(receiveMicrosoftNotice)}`, {
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.1',
      ...headers,
    });
  const [megabyte, unknown] = [{ 'content-length': 2 ** 20 }, { 'transfer-encoding': 'chunked' }];
  const slow = [megabyte, unknown].flatMap((headers) => Array.from({ length: 9 }, () => open(headers)));
  expect(countEnds(await Promise.all(slow))).toEqual({ 503: 2, 'cut off': 16 });
  const { notice } = await subscribe();
  expect((await notify(notice)).status).toBe(202);
});
