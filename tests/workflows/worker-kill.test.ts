import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, describe, expect, inject, test } from 'vitest';
import webPush from 'web-push';
import * as z from 'zod';
import { deliverMessage } from '#api/deliver-message.ts';
import { createEncryption } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { insertPushSubscription } from '#db/queries/push-subscriptions.ts';
import { sql } from '#db/sql.ts';
import { createMessages } from '#sandbox/messages/messages.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import type { Vendor } from '#sandbox/vendor.ts';
import { seedChannel, seedMeeting, seedUser, seedWebhook } from '#tests/support/builders.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { createPushBrowser } from '#tests/support/push-browser.ts';
import { claimPorts, createDatabase, temporal } from '#tests/support/services.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';
import { startAnthropic } from '#tests/support/vendor-adapters.ts';
import { startReceiver } from '#tests/support/webhook-receiver.ts';
import { killProcess, startWorkerProcess, workerSettings } from '#tests/support/worker-process.ts';
import { control, DUE, eventually, meetingsIn, readFailures } from './meeting-lab.ts';

const keys = `test:${randomBytes(32).toString('base64')}`;
const encryption = createEncryption(keys);
const vapid = webPush.generateVAPIDKeys();
const workers: ChildProcess[] = [];
const engine = await temporal();
const [anthropic, ses, messages, database] = await Promise.all([
  forThisFile(startAnthropic()),
  forThisFile(startVendor(createSes)),
  forThisFile(startVendor(createMessages)),
  createDatabase(),
]);
const pool = await openPool(database.databaseUrl);
const connection = await Connection.connect({ address: engine.address });
const client = new Client({ connection, namespace: engine.namespace });
const meetings = meetingsIn({ pool, client, outbox: (to) => ses.vendor.outbox(to) });
const env: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  LOG_LEVEL: 'info',
  PUBLIC_URL: 'http://localhost:3000',
  DATABASE_URL: database.databaseUrl,
  TEMPORAL_ADDRESS: engine.address,
  TEMPORAL_NAMESPACE: engine.namespace,
  ENCRYPTION_KEYS: keys,
  ...workerSettings,
  ANTHROPIC_BASE_URL: anthropic.url,
  ANTHROPIC_MODEL: 'claude-sonnet-5-5',
  SES_BASE_URL: ses.url,
  MESSAGES_BASE_URL: messages.url,
  VAPID_PUBLIC_KEY: vapid.publicKey,
  VAPID_PRIVATE_KEY: vapid.privateKey,
  WORKER_QUEUES: 'core,research,email,webhook,chat',
  STATE_DIR: join(inject('services').stateDir, 'workflows'),
};
afterAll(async () => {
  for (const worker of workers) await killProcess(worker);
  await pool.end();
  await connection.close();
  await database.drop();
});

async function startWorker(): Promise<ChildProcess> {
  const worker = await startWorkerProcess(env);
  workers.push(worker);
  return worker;
}

/** Returns a vendor's received requests, even delayed ones: neither `sending` nor `running` proves that one arrived. */
const requestsTo = ({ vendor }: Started<Vendor>) => vendor.control.journal.list().filter(({ body }) => body !== null);
const hasArrived = (count: number) => (requests: readonly unknown[]) => requests.length === count;

test('a worker is not ready while the engine is unreachable', async () => {
  const [host = '', port = ''] = (env['TEMPORAL_ADDRESS'] ?? '').split(':');
  const proxy = await startTcpProxy({ host, port: Number(port) });
  const statusPort = await claimPorts(1);
  const address = `127.0.0.1:${proxy.port}`;
  const worker = await startWorkerProcess({ ...env, TEMPORAL_ADDRESS: address, WORKER_PORT: String(statusPort) });
  workers.push(worker);
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${statusPort}${path}`)).status;
  // The worker waits two seconds for the engine, and this process, with its proxy, may stall that long.
  const untilReady = () =>
    eventually(
      () => statusOf('/ready'),
      (status) => status === 200,
    );
  await untilReady();
  await proxy.cut();
  expect([await statusOf('/ready'), await statusOf('/health')]).toEqual([503, 200]);
  await proxy.restore();
  await untilReady();
  await killProcess(worker);
  await proxy.cut();
});

/** Starts the delivery of an event, a message and a push message, none of which is answered before the worker dies. */
async function beginDeliveries() {
  const receiver = await startReceiver((response, nth) => {
    if (nth > 1) response.writeHead(200).end();
  });
  for (const path of ['/slack', '/push']) await control(messages, '/faults', { path, delayMs: 20_000 });
  const { id: userId } = await seedUser(pool);
  const webhookId = await seedWebhook(pool, { userId, encryption, url: receiver.url });
  const channelId = await seedChannel(pool, { userId, encryption, address: `${messages.url}/slack/${userId}` });
  const deliveryId = await pool.oneFirst(sql.typeAlias('id')`
    insert into webhook_deliveries (webhook_id, event, data) values (${webhookId}, 'briefing.ready', '{}') returning id
  `);
  const messageId = await pool.oneFirst(sql.typeAlias('id')`
    insert into channel_messages (user_id, channel_id, kind, is_test) values (${userId}, ${channelId}, 'slack', true) returning id
  `);
  const pushId = await seedPush(userId, `${messages.url}/push/${userId}`);
  await deliverMessage(client, { workflow: 'deliver-webhook', deliveryId });
  await deliverMessage(client, { workflow: 'deliver-webhook', deliveryId: pushId });
  await deliverMessage(client, { workflow: 'channel-message', messageId, userId });
  const states = sql.type(z.object({ state: z.string() }))`
    select state from webhook_deliveries where id = ${deliveryId} union all select state from channel_messages where id = ${messageId}
    union all select state from push_deliveries where id = ${pushId}
  `;
  return { receiver, userId, readStates: () => pool.anyFirst(states) };
}

/** Queues a push message for a new browser. Returns its id. */
async function seedPush(userId: string, endpoint: string): Promise<string> {
  const sessionId = await pool.oneFirst(sql.typeAlias('id')`
    insert into sessions (user_id, expires_at) values (${userId}, now() + interval '1 day') returning id
  `);
  const { p256dh, auth } = createPushBrowser(endpoint).subscription.keys;
  await pool.transaction((each) => insertPushSubscription(each, { userId, sessionId, endpoint, p256dh, auth }));
  const meetingId = await seedMeeting(pool, { userId, title: 'Brightwater', startsInMinutes: 120 });
  return await pool.oneFirst(sql.typeAlias('id')`
    insert into push_deliveries (subscription_id, meeting_id)
    select id, ${meetingId} from push_subscriptions where endpoint = ${endpoint} returning id
  `);
}

describe('a killed worker', () => {
  test('never loses research, a briefing or a webhook, and sends each email, message and push once', async () => {
    const killed = await startWorker();

    const waiting = await meetings.start({ briefingInS: 600, leadMinutes: 20 });
    await waiting.until({ results: 1 });

    // The mail service handles this after the worker has died: the email is sent, but the response is lost.
    await control(ses, '/faults', { path: '/', delayMs: 60_000 });
    const sending = await meetings.start(DUE);
    await sending.until({ briefingState: 'sending' });
    await eventually(() => requestsTo(ses), hasArrived(1));

    await control(anthropic, '/next', { behaviour: 'hang', times: 1 });
    const asked = requestsTo(anthropic).length;
    const researching = await meetings.start(DUE);
    await eventually(() => requestsTo(anthropic), hasArrived(asked + 1));

    const deliveries = await beginDeliveries();
    await eventually(() => requestsTo(messages), hasArrived(2));
    await eventually(() => deliveries.receiver.received, hasArrived(1));

    await waiting.becomesDue(20);
    await waiting.settled();
    await killProcess(killed);
    await startWorker();

    await waiting.briefed();
    await sending.until({ briefingState: 'unknown' });
    await researching.until({ briefingState: 'sent' });

    const settled = 'delivered,unknown,unknown';
    await eventually(deliveries.readStates, (states) => states.toSorted().join() === settled);
    const posted = await eventually(
      () => messages.vendor.messages().filter(({ path }) => path.endsWith(deliveries.userId)),
      hasArrived(2),
    );
    expect(posted.map(({ kind }) => kind).toSorted()).toEqual(['push', 'slack']);
    expect(new Set(deliveries.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(deliveries.receiver.received).toHaveLength(2);
    await deliveries.receiver.close();

    for (const meeting of [waiting, sending, researching]) {
      await meeting.mailed(1);
      expect(await meeting.read()).toMatchObject({ results: 1, usage: 'used' });
    }
  }, 400_000);
});

describe('a stopped worker', () => {
  test('hands its unfinished research to another worker', async () => {
    await Promise.all(workers.map(killProcess));
    const stopped = await startWorker();
    const before = requestsTo(anthropic).length;
    await control(anthropic, '/next', { behaviour: 'hang', times: 1 });
    const meeting = await meetings.start(DUE);
    await eventually(() => requestsTo(anthropic), hasArrived(before + 1));

    const exited = once(stopped, 'exit');
    stopped.kill('SIGTERM');
    await startWorker();
    const [code] = await exited;
    expect(code).toBe(0);
    await meeting.until({ briefingState: 'sent' });
    // Reported by the worker itself. Otherwise the engine would only notice once heartbeats are missing.
    const failures = await readFailures(meeting.handle);
    expect(failures.map(({ applicationFailureInfo: failure }) => failure?.type)).toEqual(['interrupted']);
    expect(await meeting.mails()).toHaveLength(1);
    expect(await meeting.read()).toMatchObject({ results: 1, usage: 'used' });
  });
});
