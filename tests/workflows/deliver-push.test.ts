import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webPush from 'web-push';
import * as z from 'zod';
import { deliverMessage } from '#api/deliver-message.ts';
import { insertPushes, insertPushSubscription } from '#db/queries/push.ts';
import { markUnknownSince } from '#db/queries/restored-mails.ts';
import { sql } from '#db/sql.ts';
import { createPushSender } from '#providers/push/sender.ts';
import { seedMeeting, seedUser } from '#tests/support/builders.ts';
import { createPushBrowser } from '#tests/support/push-browser.ts';
import { startReceiver } from '#tests/support/webhook-receiver.ts';
import { connectEngine, createTestContext, type TestEngine, type TestWorker } from '#tests/support/worker.ts';
import { deliverWebhookId } from '#workflows/names.ts';

const { publicKey, privateKey } = webPush.generateVAPIDKeys();
const vapid = { publicKey, privateKey, subject: 'mailto:support@foreword.test' };
const push = createPushSender({ vapid, isLoopbackAllowed: true, timeoutMs: 1_000 });

let lab: Awaited<ReturnType<typeof createTestContext>>;
let engine: TestEngine;
let worker: TestWorker;
beforeAll(async () => {
  [lab, engine] = await Promise.all([createTestContext({ push }), connectEngine()]);
  worker = await engine.startWorker(lab.context, ['core', 'webhook']);
});
afterAll(async () => {
  await worker.stop();
  await engine.close();
  await lab.close();
});

/** Somebody whose browser is told, and a meeting whose briefing is ready. */
async function seedReady(endpoint: string, { startsInMinutes = 120 } = {}) {
  const { pool } = lab.context;
  const { id: userId } = await seedUser(pool);
  const sessionId = await pool.oneFirst(sql.typeAlias('id')`
    insert into sessions (user_id, expires_at) values (${userId}, now() + interval '1 day') returning id
  `);
  const browser = createPushBrowser(endpoint);
  const { p256dh, auth } = browser.subscription.keys;
  await pool.transaction((each) => insertPushSubscription(each, { userId, sessionId, endpoint, p256dh, auth }));
  const meetingId = await seedMeeting(pool, { userId, title: 'Brightwater', startsInMinutes });
  await tell(userId, meetingId);
  return { userId, sessionId, meetingId, browser, deliveryId: await deliveryOf(meetingId) };
}

const tell = (userId: string, meetingId: string) =>
  lab.context.pool.transaction((transaction) => insertPushes(transaction, { userId, meetingId }));
const deliveryOf = async (meetingId: string) =>
  (await lab.context.pool.maybeOneFirst(
    sql.typeAlias('id')`select id from push_deliveries where meeting_id = ${meetingId}`,
  )) ?? '';

const row = z.object({
  state: z.string(),
  attempts: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
});
const readDelivery = (id: string) =>
  lab.context.pool.maybeOne(sql.type(row)`select state, attempts, status, error from push_deliveries where id = ${id}`);

async function run(deliveryId: string) {
  await deliverMessage(engine.client, { workflow: 'deliver-webhook', deliveryId });
  await engine.client.workflow.getHandle(deliverWebhookId(deliveryId)).result();
}

const startService = async (answer?: Parameters<typeof startReceiver>[0]) => {
  const service = await startReceiver(answer);
  return { ...service, endpoint: `http://127.0.0.1:${service.port}/push/${crypto.randomUUID()}` };
};

describe('a push message', () => {
  test('is repeated where the service is busy, and delivered once, encrypted for its browser and signed by us', async () => {
    const service = await startService((response, nth) => response.writeHead(nth === 1 ? 503 : 201).end());
    const { browser, meetingId, userId, deliveryId } = await seedReady(service.endpoint);
    await run(deliveryId);
    expect(service.received).toHaveLength(2);
    for (const { headers, bytes } of service.received) {
      expect(headers['authorization']).toContain(`k=${publicKey}`);
      expect(Number(headers['ttl'])).toBeGreaterThan(6_000);
      expect(browser.read(bytes)).toEqual({ meetingId, title: 'Brightwater' });
      expect(bytes.includes('Brightwater')).toBe(false);
    }
    expect(await readDelivery(deliveryId)).toEqual({ state: 'delivered', attempts: 2, status: 201, error: null });
    // Researched again, it is told no second time.
    await tell(userId, meetingId);
    expect(await deliveryOf(meetingId)).toBe(deliveryId);
    await service.close();
  });

  test('attack 62: that a killed worker was sending is unknown, and never sent again', async () => {
    const service = await startService();
    const { deliveryId } = await seedReady(service.endpoint);
    await lab.context.pool.query(sql.typeAlias('void')`
      update push_deliveries set state = 'sending', attempts = 1 where id = ${deliveryId}
    `);
    await run(deliveryId);
    expect(service.received).toEqual([]);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'unknown', attempts: 1, error: 'outcome_unknown' });
    await service.close();
  });

  test('attack 62: whose service never answers is unknown, and never sent again', async () => {
    const service = await startService(() => undefined);
    const { deliveryId } = await seedReady(service.endpoint);
    await run(deliveryId);
    expect(service.received).toHaveLength(1);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'unknown', attempts: 1 });
    await service.close();
  });

  test.each([404, 410])('attack 62: that is answered %i ends its subscription', async (status) => {
    const service = await startService((response) => response.writeHead(status).end());
    const { userId, deliveryId } = await seedReady(service.endpoint);
    await run(deliveryId);
    expect(service.received).toHaveLength(1);
    const left = sql.typeAlias('id')`select id from push_subscriptions where user_id = ${userId}`;
    expect(await lab.context.pool.exists(left)).toBe(false);
    await service.close();
  });

  test('attack 62: follows no redirect, and is given up where it is refused', async () => {
    const [elsewhere, service] = [
      await startService(),
      await startService((response) => response.writeHead(307, { location: elsewhere.endpoint }).end()),
    ];
    const { deliveryId } = await seedReady(service.endpoint);
    await run(deliveryId);
    expect(elsewhere.received).toEqual([]);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'failed', status: 307 });
    await Promise.all([elsewhere.close(), service.close()]);
  });

  test('attack 62: is not sent once its session has ended, its meeting has begun or was cancelled, nor after a restore', async () => {
    const service = await startService();
    const { pool } = lab.context;
    const [signedOut, cancelled, restored] = [
      await seedReady(service.endpoint),
      await seedReady(`${service.endpoint}2`),
      await seedReady(`${service.endpoint}3`),
    ];
    await pool.query(sql.typeAlias('void')`delete from sessions where id = ${signedOut.sessionId}`);
    await pool.query(sql.typeAlias('void')`update meetings set status = 'cancelled' where id = ${cancelled.meetingId}`);
    await run(signedOut.deliveryId);
    await run(cancelled.deliveryId);
    await pool.transaction((transaction) => markUnknownSince(transaction, new Date()));
    await run(restored.deliveryId);
    expect(service.received).toEqual([]);
    expect(await readDelivery(restored.deliveryId)).toMatchObject({ state: 'unknown' });
    expect((await seedReady(`${service.endpoint}4`, { startsInMinutes: -5 })).deliveryId).toBe('');
    await service.close();
  });
});
