import { beforeEach, describe, expect, test } from 'vitest';
import webPush from 'web-push';
import * as z from 'zod';
import { deliverMessage } from '#api/deliver-message.ts';
import { insertPushes } from '#db/queries/push-deliveries.ts';
import { insertPushSubscription } from '#db/queries/push-subscriptions.ts';
import { markUnknown } from '#db/queries/restored-mails.ts';
import { sql } from '#db/sql.ts';
import { createPushSender } from '#providers/push/sender.ts';
import { createMessages } from '#sandbox/messages/messages.ts';
import { pushPayload } from '#sandbox/messages/push-request.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { seedMeeting, seedUser } from '#tests/support/builders.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { createPushBrowser } from '#tests/support/push-browser.ts';
import { controlOf } from '#tests/support/vendor-control.ts';
import { connectEngine, createTestContext } from '#tests/support/worker.ts';
import { createWebhookActivities } from '#workers/activities/webhook.ts';
import { deliverWebhookId } from '#workflows/names.ts';

const { publicKey, privateKey } = webPush.generateVAPIDKeys();
const vapid = { publicKey, privateKey, subject: 'mailto:support@foreword.test' };
const service = await forThisFile(startVendor(createMessages));
/** Just under the engine's time limit for a message, since answers stall together with this process. */
const push = createPushSender({ vapid, standInUrl: service.url, timeoutMs: 25_000 });
/** For a service that never answers. */
const hasty = createPushSender({ vapid, standInUrl: service.url, timeoutMs: 3_000 });
const { context } = await forThisFile(createTestContext({ push }));
const { pool } = context;
const activities = createWebhookActivities(context);
const engine = await forThisFile(connectEngine());
await engine.startWorker(context, ['core', 'webhook']);
beforeEach(async () => {
  context.push = push;
  await controlOf(service.url).post('reset');
});

/** Seeds a user subscribed to push messages, and queues the one that announces a briefing. */
async function seedReady(endpoint: string, { startsInMinutes = 120 } = {}) {
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
  pool.transaction((transaction) => insertPushes(transaction, { userId, meetingId }));
const deliveryOf = async (meetingId: string) =>
  (await pool.maybeOneFirst(sql.typeAlias('id')`select id from push_deliveries where meeting_id = ${meetingId}`)) ?? '';

const row = z.object({
  state: z.string(),
  attempts: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
});
const readDelivery = (id: string) =>
  pool.maybeOne(sql.type(row)`select state, attempts, status, error from push_deliveries where id = ${id}`);

async function run(deliveryId: string) {
  await deliverMessage(engine.client, { workflow: 'deliver-webhook', deliveryId });
  await engine.client.workflow.getHandle(deliverWebhookId(deliveryId)).result();
}

const targetOf = ({ subscription: { endpoint, keys } }: ReturnType<typeof createPushBrowser>) => ({
  endpoint,
  ...keys,
});
const newEndpoint = () => `${service.url}/push/${crypto.randomUUID()}`;
const fault = (fault: Record<string, unknown>) => controlOf(service.url).fault({ path: '/push', ...fault });
const taken = () => service.vendor.messages().map(({ payload }) => pushPayload.parse(payload));

describe('a push message', () => {
  test('is retried on 503, delivered once, encrypted and signed', async () => {
    await fault({ status: 503 });
    const { browser, meetingId, userId, deliveryId } = await seedReady(newEndpoint());
    await run(deliveryId);
    const [message, ...more] = taken();
    expect(more).toEqual([]);
    expect(message).toMatchObject({ publicKey, urgency: 'high' });
    expect(message?.ttl).toBeGreaterThan(6_000);
    const body = Buffer.from(message?.body ?? '', 'base64url');
    expect(browser.read(body)).toEqual({ meetingId, title: 'Brightwater' });
    expect(body.includes('Brightwater')).toBe(false);
    expect(await readDelivery(deliveryId)).toEqual({ state: 'delivered', attempts: 2, status: 201, error: null });
    // Repeated research does not push it again.
    await tell(userId, meetingId);
    expect(await deliveryOf(meetingId)).toBe(deliveryId);
  });

  test.each([406, 429, 503])(
    'refused with %i is retried after the pause the push service asked for',
    async (status) => {
      await fault({ status, headers: { 'retry-after': '3600' } });
      const { deliveryId } = await seedReady(newEndpoint());
      const failure = await activities.sendWebhook({ deliveryId }).catch((error: unknown) => error);
      const isInTime = (delayMs: number) => delayMs >= 3_600_000 && delayMs <= 3_961_000;
      expect(failure).toMatchObject({ nextRetryDelay: expect.toSatisfy(isInTime) });
      expect(await readDelivery(deliveryId)).toMatchObject({ state: 'queued', status });
    },
  );

  test.each([
    [-5, 1],
    [40 * 86_400, 2_419_200],
  ])('useful for %i s gets a TTL that every push service accepts', async (ttlS, ttl) => {
    await push.send({ target: targetOf(createPushBrowser(newEndpoint())), payload: '{}', ttlS });
    expect(taken()).toMatchObject([{ ttl }]);
  });

  test('attack 62: in flight when the worker died is marked unknown and never resent', async () => {
    const { deliveryId } = await seedReady(newEndpoint());
    await pool.query(sql.typeAlias('void')`
      update push_deliveries set state = 'sending', attempts = 1 where id = ${deliveryId}
    `);
    await run(deliveryId);
    expect(taken()).toEqual([]);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'unknown', attempts: 1, error: 'outcome_unknown' });
  });

  test.each([{ hang: true }, { dropAfterHandling: true }])(
    'attack 62: without an answer (%o) is marked unknown and never resent',
    async (how) => {
      if ('hang' in how) context.push = hasty;
      await fault(how);
      const { deliveryId } = await seedReady(newEndpoint());
      const listRequests = await controlOf(service.url).recordRequests();
      await run(deliveryId);
      expect(await listRequests()).toHaveLength(1);
      expect(await readDelivery(deliveryId)).toMatchObject({ state: 'unknown', attempts: 1 });
    },
  );

  test.each([404, 410])('attack 62: refused with %i ends its subscription', async (status) => {
    await fault({ status });
    const { userId, deliveryId } = await seedReady(newEndpoint());
    const listRequests = await controlOf(service.url).recordRequests();
    await run(deliveryId);
    expect(await listRequests()).toHaveLength(1);
    const left = sql.typeAlias('id')`select id from push_subscriptions where user_id = ${userId}`;
    expect(await pool.exists(left)).toBe(false);
  });

  test.each([401, 403])(
    'refused with %i fails but keeps its subscription, since our key may be wrong',
    async (status) => {
      await fault({ status });
      const { userId, deliveryId } = await seedReady(newEndpoint());
      await run(deliveryId);
      expect(await readDelivery(deliveryId)).toMatchObject({ state: 'failed', status });
      const left = sql.typeAlias('id')`select id from push_subscriptions where user_id = ${userId}`;
      expect(await pool.exists(left)).toBe(true);
    },
  );

  test('attack 62: fails on a redirect instead of following it', async () => {
    await fault({ status: 307, headers: { location: newEndpoint() } });
    const { deliveryId } = await seedReady(newEndpoint());
    await run(deliveryId);
    expect(taken()).toEqual([]);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'failed', status: 307 });
  });

  test('attack 62: is not sent to a browser whose session has expired', async () => {
    const { userId, sessionId, deliveryId } = await seedReady(newEndpoint());
    await pool.query(sql.typeAlias('void')`
      update sessions set expires_at = now() - interval '1 minute' where id = ${sessionId}
    `);
    await run(deliveryId);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'failed', error: 'not_wanted' });
    const next = await seedMeeting(pool, { userId, startsInMinutes: 120 });
    await tell(userId, next);
    expect(await deliveryOf(next)).toBe('');
    expect(taken()).toEqual([]);
  });

  test('attack 62: is not sent after sign-out, cancellation, the start of the meeting or a restore', async () => {
    const [signedOut, cancelled, restored] = [
      await seedReady(newEndpoint()),
      await seedReady(newEndpoint()),
      await seedReady(newEndpoint()),
    ];
    await pool.query(sql.typeAlias('void')`delete from sessions where id = ${signedOut.sessionId}`);
    await pool.query(sql.typeAlias('void')`update meetings set status = 'cancelled' where id = ${cancelled.meetingId}`);
    await run(signedOut.deliveryId);
    await run(cancelled.deliveryId);
    await pool.transaction((transaction) => markUnknown(transaction, { from: new Date(), until: new Date() }));
    await run(restored.deliveryId);
    expect(taken()).toEqual([]);
    expect(await readDelivery(restored.deliveryId)).toMatchObject({ state: 'unknown' });
    expect((await seedReady(newEndpoint(), { startsInMinutes: -5 })).deliveryId).toBe('');
  });
});
