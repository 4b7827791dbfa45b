import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getSession, signInEmail } from '#contract/auth.ts';
import { getServiceState } from '#contract/service.ts';
import { getProfile } from '#contract/users.ts';
import { receiveGoogleNotice, receiveMailFeedback, receiveMicrosoftNotice } from '#contract/webhooks.ts';
import { sql } from '#db/sql.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { PASSWORD, seedUser, signIn } from '#tests/support/builders.ts';
import { listEndpoints } from '#tests/support/contract.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import { createDatabase, redisUrl, type TestDatabase } from '#tests/support/services.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';

const webhooks = (await listEndpoints()).filter(({ access }) => access === 'signature');

let api: TestApi;
let redis: TcpProxy;
let postgres: TcpProxy;
let client: HttpClient;
let database: TestDatabase;
let redisAddress: string;

/** The address of a service with the proxy in its place. */
async function proxied(address: string): Promise<{ proxy: TcpProxy; address: string }> {
  const url = new URL(address);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  return { proxy, address: url.href };
}

beforeAll(async () => {
  [redisAddress, database] = [await redisUrl(), await createDatabase()];
  const cache = await proxied(redisAddress);
  const store = await proxied(database.databaseUrl);
  [redis, postgres] = [cache.proxy, store.proxy];
  api = await startApi({
    REDIS_URL: cache.address,
    DATABASE_URL: store.address,
    RATE_LIMIT_SIGN_IN: '1000/10',
    RATE_LIMIT_GENERAL: '1000/60',
  });
  client = await signIn(api.client(), await seedUser(api.pool));
});
afterAll(async () => {
  await api.close();
  await Promise.all([redis.cut(), postgres.cut()]);
  await database.drop();
});

/** The status once the service is back, or of the last try within 5 seconds. */
async function statusAfterRecovery(): Promise<number> {
  const isServed = async () => {
    const { status } = await client.call(getProfile);
    if (status !== 200) throw new Error(`still ${status}`);
    return status;
  };
  return await vi.waitFor(isServed, { timeout: 5000 });
}

describe('Redis down', () => {
  test('is 503 in the envelope, never 401; nobody is signed out; the process lives', async () => {
    await redis.cut();
    for (const endpoint of [getProfile, getSession]) {
      const answer = await client.call(endpoint);
      expect([answer.status, answer.body.code, answer.body.success]).toEqual([503, 'UNAVAILABLE', false]);
    }
    // The limiter fails closed: no free tries at passwords.
    const body = { email: 'anybody@harborline.test', password: PASSWORD };
    expect((await api.client().call(signInEmail, { body })).status).toBe(503);
    // Machine callers have no session, and would take a 503 for a lost delivery: they are let through to their signature.
    for (const endpoint of webhooks) expect((await client.call(endpoint, { body: {} })).status).toBe(400);
    expect((await client.call(receiveMailFeedback)).status).toBe(400);
    expect((await client.call(receiveGoogleNotice)).status).toBe(404);
    expect((await client.call(receiveMicrosoftNotice, { body: {} })).status).toBe(400);
    expect((await client.request('GET', '/health')).status).toBe(200);
    expect((await client.request('GET', '/')).status).toBe(200);
    const ready = await client.request('GET', '/ready');
    expect([ready.status, ready.body.message]).toEqual([503, expect.stringContaining('redis')]);
    await redis.restore();
    expect(await statusAfterRecovery()).toBe(200);
  });

  test('restarted without the scripts it had loaded serves again', async () => {
    await redis.cut();
    await redis.restore();
    const direct = createClient({ url: redisAddress });
    await direct.connect();
    await direct.sendCommand(['SCRIPT', 'FLUSH']);
    direct.destroy();
    expect(await statusAfterRecovery()).toBe(200);
  });
});

describe('Postgres down', () => {
  test('is 503 in the envelope; back within 5 seconds; the process lives', async () => {
    await postgres.cut();
    const answer = await client.call(getProfile);
    expect([answer.status, answer.body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|postgres/i);
    expect((await client.request('GET', '/health')).status).toBe(200);
    expect((await client.request('GET', '/ready')).body.message).toContain('database');
    await postgres.restore();
    expect(await statusAfterRecovery()).toBe(200);
  });

  test('that ends every connection at once is survived', async () => {
    await Promise.all([1, 2, 3].map(() => client.call(getProfile)));
    await api.pool
      .query(
        sql.typeAlias('void')`
          select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        `,
      )
      .catch(() => undefined);
    expect(await statusAfterRecovery()).toBe(200);
  });
});

test('the engine down keeps nobody waiting, and /ready and the app are told', async () => {
  const ready = await client.request('GET', '/ready');
  expect(ready.status).toBe(503);
  expect(ready.body).toMatchObject({
    success: false,
    message: 'Not ready: engine down',
    data: { database: 'up', redis: 'up', engine: 'down' },
  });
  expect((await client.call(getServiceState)).body.data).toEqual({ engine: 'down' });
  expect((await client.call(getProfile)).status).toBe(200);
});
