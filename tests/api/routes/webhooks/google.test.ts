import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { receiveGoogleNotice } from '#contract/webhooks.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import { insertChannel } from '#db/queries/calendar-channels.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, type SeededCalendar, type SeededUser, seedCalendar, seedUser } from '#tests/support/builders.ts';
import { dumpRequestedWrites } from '#tests/support/dump.ts';
import { countWaiting, whileLocked } from '#tests/support/locks.ts';

const api = await openTestApi({ TRUST_PROXY: '1' });

let user: SeededUser;
let calendar: SeededCalendar;
let headers: Record<string, string>;
beforeEach(async () => {
  user = await seedUser(api.pool);
  calendar = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
  const [channelId, token] = [randomUUID(), createToken()];
  await insertChannel(api.pool, {
    provider: 'google',
    channelId,
    calendarId: calendar.calendarId,
    resourceId: 'resource-1',
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  headers = {
    'x-goog-channel-id': channelId,
    'x-goog-channel-token': token,
    'x-goog-resource-id': 'resource-1',
    'x-goog-resource-state': 'exists',
    'x-goog-message-number': '2',
  };
});

/** Posts a notification like Google: without a body. */
const notify = async (changes: Record<string, string> = {}) =>
  await api.client().call(receiveGoogleNotice, { headers: { ...headers, ...changes } });
const mine = async () => await listOutbox(api.pool, user.id);
const sync = () => ({ workflow: 'calendar-sync', userId: user.id, provider: 'google', signal: 'sync' });

test.each(['exists', 'not_exists'])('case 6: a notification of state %s requests a sync', async (state) => {
  expect((await notify({ 'x-goog-resource-state': state })).status).toBe(204);
  expect(await mine()).toEqual([sync()]);
});

test('a repeated notification requests the same sync', async () => {
  expect([(await notify()).status, (await notify()).status]).toEqual([204, 204]);
  expect(new Set((await mine()).map((message) => JSON.stringify(message))).size).toBe(1);
});

test("case 6: a new channel's sync message is acknowledged and changes nothing", async () => {
  const before = await dumpRequestedWrites(api.pool);
  expect((await notify({ 'x-goog-resource-state': 'sync' })).status).toBe(204);
  expect(await dumpRequestedWrites(api.pool)).toEqual(before);
});

test('a notification is accepted with any origin, cookie and content type', async () => {
  const changes = { origin: 'https://evil.test', cookie: 'foreword-1=none', 'content-type': 'text/plain' };
  expect((await notify(changes)).status).toBe(204);
});

describe('cases 6 and 8: an invalid or late notification returns 404 and changes nothing', () => {
  const forgeries: Record<string, () => Record<string, string>> = {
    'for an unknown channel': () => ({ 'x-goog-channel-id': randomUUID() }),
    'without a channel': () => ({ 'x-goog-channel-id': '' }),
    'with a malformed id': () => ({ 'x-goog-channel-id': "' or 1=1 --" }),
    'with another token': () => ({ 'x-goog-channel-token': createToken() }),
    'without a token': () => ({ 'x-goog-channel-token': '' }),
    'with the hash of the token': () => ({
      'x-goog-channel-token': hashToken(headers['x-goog-channel-token'] ?? '').toString('hex'),
    }),
    'for another resource': () => ({ 'x-goog-resource-id': 'resource-2' }),
  };

  test.each(Object.keys(forgeries))('attack 18: %s', async (name) => {
    const before = await dumpRequestedWrites(api.pool);
    const answer = await notify(forgeries[name]?.());
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    expect(await dumpRequestedWrites(api.pool)).toEqual(before);
  });

  test("attack 18: with another user's token", async () => {
    const others = headers;
    const other = await seedUser(api.pool);
    const { calendarId } = await seedCalendar(api.pool, { userId: other.id, encryption: api.encryption });
    const channelId = randomUUID();
    const tokenHash = hashToken(createToken());
    const expiresAt = new Date(Date.now() + 86_400_000);
    await insertChannel(api.pool, {
      provider: 'google',
      channelId,
      calendarId,
      resourceId: 'resource-1',
      tokenHash,
      expiresAt,
    });
    const before = await dumpRequestedWrites(api.pool);
    const answer = await notify({ ...others, 'x-goog-channel-id': channelId });
    expect(answer.status).toBe(404);
    expect(await dumpRequestedWrites(api.pool)).toEqual(before);
  });
});

describe('a notification for a calendar that does not sync is acknowledged without a sync', () => {
  test.each([
    ['if switched off', sql.typeAlias('void')`update calendars set is_switched_off = true`],
    ['if auto-sync is off', sql.typeAlias('void')`update calendar_integrations set sync_enabled = false`],
    ['if it needs reconnection', sql.typeAlias('void')`update calendar_integrations set status = 'reconnect_needed'`],
  ])('%s', async (_, change) => {
    await api.pool.query(change);
    expect((await notify()).status).toBe(204);
    expect(await mine()).toEqual([]);
  });
});

test('attack 42: forged notifications are checked one at a time', async () => {
  const answers: ReturnType<typeof notify>[] = [];
  await whileLocked(api.database, 'calendar_channels', async () => {
    for (let i = 0; i < 5; i += 1) answers.push(notify({ 'x-goog-channel-id': randomUUID() }));
    await expect.poll(() => countWaiting(api.pool)).toBe(1);
    await sleep(500);
    expect(await countWaiting(api.pool)).toBe(1);
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(5).fill(404));
});

describe('in a flood', () => {
  let made = 0;
  /** Posts made-up notifications, each from a different address and over its own connection. */
  const flood = (count: number, signal?: AbortSignal) =>
    Array.from({ length: count }, () => {
      made += 1;
      const { promise, resolve, reject } = Promise.withResolvers<{ status: number; retryAfter: string | undefined }>();
      const headers = { 'x-forwarded-for': `203.0.113.${made % 250}`, 'x-goog-channel-id': randomUUID() };
      request(`${api.url}/api/webhooks/google`, { method: 'POST', agent: false, headers, ...(signal && { signal }) })
        .on('response', (response) => {
          response.resume();
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
        })
        .on('error', reject)
        .end();
      return promise;
    });

  test('attack 42: calls beyond the 50 waiting get 503 with Retry-After, except from known senders', async () => {
    const vendor = { 'x-forwarded-for': '192.0.2.10' };
    expect((await notify(vendor)).status).toBe(204);
    const order: string[] = [];
    const answers = await whileLocked(api.database, 'calendar_channels', async () => {
      const first = flood(1).map((answer) => answer.finally(() => order.push('made up')));
      await expect.poll(() => countWaiting(api.pool)).toBe(1);
      const rest = flood(60).map((answer) => answer.finally(() => order.push('made up')));
      const refused = await Promise.race([...rest, sleep(20_000, 'waits', { ref: false })]);
      expect(refused).toEqual({ status: 503, retryAfter: '5' });
      await expect.poll(() => order.length).toBe(11);
      const genuine = notify(vendor).finally(() => order.push('genuine'));
      // A sender without an earlier valid call is refused like the others.
      expect((await notify({ 'x-forwarded-for': '192.0.2.11' })).status).toBe(503);
      return { genuine, madeUp: [...first, ...rest] };
    });
    expect((await answers.genuine).status).toBe(204);
    const statuses = (await Promise.all(answers.madeUp)).map(({ status }) => status);
    expect([503, 404].map((status) => statuses.filter((one) => one === status).length)).toEqual([11, 50]);
    // The first was being checked, and others may be answered while the genuine one is stored. In arrival order, the
    // genuine one would be last.
    expect(order.indexOf('genuine')).toBeLessThan(40);
  });

  test('attack 42: calls from disconnected clients give up their place', async () => {
    const left = new AbortController();
    const query = vi.spyOn(Client.prototype, 'query');
    /** Returns the status of another call, or `waits` if it got a place. */
    const callOnce = () =>
      Promise.race([...flood(1).map(async (one) => (await one).status), sleep(200, 'waits', { ref: false })]);
    await whileLocked(api.database, 'calendar_channels', async () => {
      const gone = Promise.allSettled(flood(60, left.signal));
      await expect.poll(() => countWaiting(api.pool)).toBe(1);
      await expect.poll(callOnce).toBe(503);
      left.abort();
      await gone;
      await expect.poll(callOnce).toBe('waits');
    });
    expect((await notify({ 'x-forwarded-for': '192.0.2.12' })).status).toBe(204);
    const lookups = query.mock.calls.filter((call) => JSON.stringify(call).includes('calendar_channels'));
    query.mockRestore();
    // Fewer than one for each of the fifty that disconnected.
    expect(lookups.length).toBeLessThan(20);
  });
});
