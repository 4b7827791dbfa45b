import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '#api/server.ts';
import { signInEmail } from '#contract/auth.ts';
import { sql } from '#db/sql.ts';
import { startApi } from '#tests/support/api.ts';
import { PASSWORD, seedUser } from '#tests/support/builders.ts';
import { countWaiting } from '#tests/support/locks.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';

describe('the server', () => {
  test('finishes requests in progress on shutdown and accepts no new ones', async () => {
    const running = await startApi();
    const { email } = await seedUser(running.pool);
    const hold = await holdSessions(running.pool);
    const calls = Array.from({ length: 10 }, () =>
      running.client().call(signInEmail, { body: { email, password: PASSWORD } }),
    );
    await expect.poll(() => countWaiting(running.pool)).toBe(calls.length);
    const closed = running.close();
    hold.release();
    const answers = await Promise.all(calls);
    await closed;
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
    // Clients must not reuse these connections.
    expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(calls.map(() => 'close'));
    await expect(running.client().request('GET', '/health')).rejects.toThrow('fetch failed');
  });

  test('announces its shutdown through /health while still serving', async () => {
    const callWhileStopping = async () => {
      const running = await startApi({ API_DRAIN_S: '1' });
      const health = () => running.client().request('GET', '/health');
      expect((await health()).body).toMatchObject({ data: { status: 'ok' } });
      const stopsAt = Date.now() + 1000;
      const closed = running.close();
      const answers = await Promise.allSettled([health(), running.client().request('GET', '/api/auth/session')]);
      const wereInTime = Date.now() < stopsAt;
      await closed;
      await expect(health()).rejects.toThrow('fetch failed');
      return { answers, wereInTime };
    };
    let stopping = await callWhileStopping();
    // Responses that took longer than the drain period prove nothing.
    while (!stopping.wereInTime) stopping = await callWhileStopping();
    const [answer, session] = stopping.answers;
    expect(answer).toMatchObject({ value: { status: 200, body: { data: { status: 'stopping' } } } });
    expect(answer.status === 'fulfilled' && answer.value.headers.get('connection')).toBe('keep-alive');
    expect(session).toMatchObject({ value: { status: 200 } });
  });

  test('waits for an unreachable database server but fails on an unknown database', async () => {
    const api = await startApi();
    onTestFinished(api.close);
    const url = new URL(api.config.databaseUrl);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    await proxy.cut();
    url.port = String(proxy.port);
    const config = { ...api.config, port: 0, databaseUrl: url.href };
    const starting = startServer(config);
    expect(await Promise.race([starting, sleep(600, 'waiting')])).toBe('waiting');
    await proxy.restore();
    const server = await starting;
    expect((await fetch(`http://127.0.0.1:${server.port}/health`)).status).toBe(200);
    await server.close();

    url.pathname = '/no_such_database';
    await expect(startServer({ ...config, databaseUrl: url.href })).rejects.toThrow('no_such_database');
    await proxy.cut();
  });

  test('reports the port if it is already in use', async () => {
    const api = await startApi();
    onTestFinished(api.close);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(startServer({ ...api.config, port })).rejects.toThrow(
      `EADDRINUSE: address already in use 127.0.0.1:${port}`,
    );
    other.close();
  });
});

/** Blocks every sign-in at its last step, the insert of the session, until released. */
async function holdSessions(pool: DatabasePool): Promise<{ release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld, reject } = Promise.withResolvers<void>();
  pool
    .transaction(async (transaction) => {
      await transaction.query(sql.typeAlias('void')`lock table sessions in access exclusive mode`);
      isHeld();
      await released;
    })
    .catch(reject);
  await held;
  return { release };
}
