import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { forgetPassword } from '#contract/auth.ts';
import { errorBody } from '#contract/http.ts';
import { listMeetings } from '#contract/meetings.ts';
import { getProfile, updateProfile } from '#contract/users.ts';
import { clusterAnswers } from '#db/local/roles.ts';
import { openPool } from '#db/pool.ts';
import { migrate } from '#ops/commands/migrate.ts';
import { createSupervisor, type Supervisor } from '#scripts/processes/supervisor.ts';
import { startPostgres } from '#scripts/stack/postgres.ts';
import { stateFolders } from '#scripts/stack/state.ts';
import { removeState } from '#scripts/stack/test-state.ts';
import { seedUser, signIn } from '#tests/support/builders.ts';
import { countTenths } from '#tests/support/count-tenths.ts';
import { type Answer, createHttpClient, type HttpClient } from '#tests/support/http-client.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { claimPorts } from '#tests/support/services.ts';

/** The folders of this file's own cluster; other tests keep running while it is down. */
const folders = stateFolders(join(inject('services').stateDir, 'products', randomUUID()));
let port: number;
let supervisor: Supervisor;
let owner: DatabasePool;
let product: RunningProduct;
let client: HttpClient;
let email: string;

beforeAll(async () => {
  port = await claimPorts(1);
  // The supervisor restarts the server, as `npm start` does.
  supervisor = createSupervisor(folders, () => undefined);
  const urls = await startPostgres(supervisor, { dataFolder: folders.postgres, port, durable: true });
  await migrate(urls.ownerUrl);
  owner = await openPool(urls.ownerUrl, { maxConnections: 1 });
  product = await startProduct({
    DATABASE_URL: urls.databaseUrl,
    DATABASE_OWNER_URL: urls.ownerUrl,
    RATE_LIMIT_GENERAL: 'off',
  });
  const user = await seedUser(owner);
  email = user.email;
  client = await signIn(createHttpClient(product.url), user);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await owner?.end();
  await supervisor?.stopAll();
  await removeState(folders);
});

test('after Postgres is killed, calls get 503 and recover within 5 s of its restart; no process exits', async () => {
  const processes = pidsOfProduct();
  const stopCalling = new AbortController();
  const answers: Answer[] = [];
  const callUntilStopped = async (call: () => Promise<Answer>) => {
    while (!stopCalling.signal.aborted) {
      answers.push(await call());
      await sleep(10);
    }
  };
  const callers = [
    callUntilStopped(() => client.call(getProfile)),
    callUntilStopped(() => client.call(listMeetings)),
    callUntilStopped(() => client.call(updateProfile, { body: { firstName: randomUUID().slice(0, 8) } })),
  ];
  await sleep(300);
  do {
    const killed = pidOf(folders.pids, 'postgres');
    // Like `pg_ctl stop -m immediate`: drops sessions without warning and writes nothing.
    process.kill(killed, 'SIGQUIT');
    await expect.poll(() => pidOf(folders.pids, 'postgres')).not.toBe(killed);
    expect((await client.request('GET', '/health')).status).toBe(200);
    await expect.poll(() => clusterAnswers(port), { interval: 20 }).toBe(true);
    // It is down for about a second; if the machine stalls meanwhile, every call may miss it.
  } while (answers.every(({ status }) => status === 200));

  const tenths = countTenths();
  await expect.poll(async () => (await client.call(getProfile)).status).toBe(200);
  expect(tenths()).toBeLessThan(50);
  await sleep(500);
  stopCalling.abort();
  await Promise.all(callers);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  for (const answer of answers.filter(({ status }) => status === 503)) {
    expect(errorBody.parse(answer.body).code).toBe('UNAVAILABLE');
    expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|postgres/i);
  }
  expect(pidsOfProduct()).toEqual(processes);
});

test('work accepted after the restart still reaches the engine and sends its email', async () => {
  await client.data(forgetPassword, { body: { email } });
  const sentTo = async () => await (await fetch(`${product.sandbox.ses}/_control/outbox?to=${email}`)).text();
  await expect.poll(sentTo, { interval: 250 }).toContain('Reset your password');
});

function pidsOfProduct(): number[] {
  const folder = stateFolders(product.env['STATE_DIR'] ?? '').pids;
  return ['api', 'worker'].map((name) => pidOf(folder, name));
}

function pidOf(folder: string, name: string): number {
  return z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))).pid;
}
