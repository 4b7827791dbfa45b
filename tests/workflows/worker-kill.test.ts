import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openPool } from '#db/pool.ts';
import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import { createSes, type SesVendor } from '#sandbox/ses/ses.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import type { Vendor } from '#sandbox/vendor.ts';
import { claimPorts, createDatabase, type TestDatabase, temporal } from '#tests/support/services.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';
import { killProcess, startWorkerProcess } from '#tests/support/worker-process.ts';
import {
  control,
  eventually,
  type PlannedMeeting,
  readMeeting,
  seedPlannedMeeting,
  startMeeting,
} from './meeting-lab.ts';

let database: TestDatabase;
let pool: DatabasePool;
let connection: Connection;
let client: Client;
let anthropic: Started<Vendor>;
let ses: Started<SesVendor>;
let env: NodeJS.ProcessEnv;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  const engine = await temporal();
  [database, anthropic, ses] = await Promise.all([
    createDatabase(),
    startVendor((options) => createAnthropic({ ...options, latencyMs: [0, 0] })),
    startVendor(createSes),
  ]);
  pool = await openPool(database.databaseUrl);
  connection = await Connection.connect({ address: engine.address });
  client = new Client({ connection, namespace: engine.namespace });
  env = {
    PATH: process.env['PATH'],
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'http://localhost:3000',
    DATABASE_URL: database.databaseUrl,
    TEMPORAL_ADDRESS: engine.address,
    TEMPORAL_NAMESPACE: engine.namespace,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    GOOGLE_CLIENT_ID: 'sandbox-client',
    GOOGLE_CLIENT_SECRET: 'sandbox-secret',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    ANTHROPIC_API_KEY: 'sk-ant-sandbox',
    ANTHROPIC_BASE_URL: anthropic.url,
    ANTHROPIC_MODEL: 'claude-sonnet-5-5',
    SES_ACCESS_KEY_ID: 'sandbox',
    SES_SECRET_ACCESS_KEY: 'sandbox',
    SES_REGION: 'eu-west-1',
    SES_BASE_URL: ses.url,
    SES_FROM: 'Foreword <briefings@foreword.test>',
    SUPPORT_EMAIL: 'support@foreword.test',
    WORKER_QUEUES: 'core,research,email',
    STATE_DIR: join(inject('services').stateDir, 'workflows'),
  };
});

afterAll(async () => {
  for (const worker of workers) await killProcess(worker);
  await pool.end();
  await connection.close();
  await Promise.all([database.drop(), anthropic.close(), ses.close()]);
});

async function startWorker(): Promise<ChildProcess> {
  const worker = await startWorkerProcess(env);
  workers.push(worker);
  return worker;
}

const lateMeeting = () => seedPlannedMeeting(pool, { startsInS: 900, leadMinutes: 120 });
const stateOf = ({ meetingId }: PlannedMeeting) => readMeeting({ pool }, meetingId);
const mailsOf = ({ user }: PlannedMeeting) => ses.vendor.outbox(user.email);

test('a worker that its engine does not answer is not ready until it does', async () => {
  const [host = '', port = ''] = (env['TEMPORAL_ADDRESS'] ?? '').split(':');
  const engine = await startTcpProxy({ host, port: Number(port) });
  const statusPort = await claimPorts(1);
  const address = `127.0.0.1:${engine.port}`;
  const worker = await startWorkerProcess({ ...env, TEMPORAL_ADDRESS: address, WORKER_PORT: String(statusPort) });
  workers.push(worker);
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${statusPort}${path}`)).status;
  expect(await statusOf('/ready')).toBe(200);
  await engine.cut();
  expect([await statusOf('/ready'), await statusOf('/health')]).toEqual([503, 200]);
  await engine.restore();
  await eventually(
    () => statusOf('/ready'),
    (status) => status === 200,
  );
  await killProcess(worker);
  await engine.cut();
});

describe('a worker that is killed', () => {
  test('loses nothing: research begins anew, a waiting briefing leaves when due, and a mail on its way is sent once', async () => {
    const killed = await startWorker();

    const waiting = await seedPlannedMeeting(pool, { briefingInS: 45 });
    await startMeeting({ client }, waiting);
    await eventually(
      () => stateOf(waiting),
      ({ results }) => results === 1,
    );

    // Handled after the worker is gone: the mail is out, and nobody was there to hear it.
    await control(ses, '/faults', { path: '/', delayMs: 2_000 });
    const sending = await lateMeeting();
    await startMeeting({ client }, sending);
    await eventually(
      () => stateOf(sending),
      ({ briefingState }) => briefingState === 'sending',
    );

    await control(anthropic, '/next', { behaviour: 'hang', times: 1 });
    const researching = await lateMeeting();
    await startMeeting({ client }, researching);
    await eventually(
      () => stateOf(researching),
      ({ researchState }) => researchState === 'running',
    );

    await killProcess(killed);
    await startWorker();

    await eventually(
      () => stateOf(waiting),
      ({ briefingState }) => briefingState === 'sent',
      60_000,
    );
    expect(Date.now()).toBeLessThan(waiting.start.getTime() - 55_000);
    await eventually(
      () => stateOf(sending),
      ({ briefingState }) => briefingState === 'unknown',
      60_000,
    );
    await eventually(
      () => stateOf(researching),
      ({ briefingState }) => briefingState === 'sent',
      120_000,
    );

    for (const meeting of [waiting, sending, researching]) {
      expect(await mailsOf(meeting)).toHaveLength(1);
      expect(await stateOf(meeting)).toMatchObject({ results: 1, usage: 'used' });
    }
  }, 240_000);
});

describe('a worker that is stopped', () => {
  test('hands the research it could not finish to another one', async () => {
    await Promise.all(workers.map(killProcess));
    const stopped = await startWorker();
    await control(anthropic, '/next', { behaviour: 'hang', times: 1 });
    const meeting = await lateMeeting();
    await startMeeting({ client }, meeting);
    await eventually(
      () => stateOf(meeting),
      ({ researchState }) => researchState === 'running',
    );

    const exited = once(stopped, 'exit');
    stopped.kill('SIGTERM');
    await startWorker();
    const [code] = await exited;
    expect(code).toBe(0);
    await eventually(
      () => stateOf(meeting),
      ({ briefingState }) => briefingState === 'sent',
      15_000,
    );
    expect(await mailsOf(meeting)).toHaveLength(1);
    expect(await stateOf(meeting)).toMatchObject({ results: 1, usage: 'used' });
  }, 100_000);
});
