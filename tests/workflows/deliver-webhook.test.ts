import { randomBytes } from 'node:crypto';
import { msToTs, tsToMs } from '@temporalio/common/lib/time.js';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deliverMessage } from '#api/deliver-message.ts';
import { markUnknown } from '#db/queries/restored-mails.ts';
import { endEverySession } from '#db/queries/ways-in.ts';
import { insertWebhookEvents } from '#db/queries/webhook-deliveries.ts';
import { sql } from '#db/sql.ts';
import { createWebhookSender } from '#providers/webhooks/sender.ts';
import { seedUser, seedWebhook } from '#tests/support/builders.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { startReceiver, verify } from '#tests/support/webhook-receiver.ts';
import { connectEngine, createTestContext } from '#tests/support/worker.ts';
import { createWebhookActivities } from '#workers/activities/webhook.ts';
import { deliverWebhookId } from '#workflows/names.ts';
import { eventually } from './meeting-lab.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const webhooks = createWebhookSender({ isLoopbackAllowed: true });
/** Only for a receiver that never answers: with any other, it could time out because this process stalled. */
const hasty = createWebhookSender({ isLoopbackAllowed: true, timeoutMs: 3_000 });

const { context } = await forThisFile(createTestContext({ webhooks }));
const { pool, encryption } = context;
const activities = createWebhookActivities(context);
const engine = await forThisFile(connectEngine());
await engine.startWorker(context, ['core', 'webhook']);

/** Queues an event for a webhook of a new user. */
async function queueEvent(url: string) {
  const { id: userId } = await seedUser(pool);
  const webhookId = await seedWebhook(pool, { userId, encryption, url, secret });
  const meetingId = crypto.randomUUID();
  await pool.transaction((each) => insertWebhookEvents(each, userId, 'briefing.ready', [{ meetingId }]));
  const { id: deliveryId } = await pool.one(sql.typeAlias('id')`
    select id from webhook_deliveries where webhook_id = ${webhookId}
  `);
  return { userId, webhookId, meetingId, deliveryId };
}

const queueFor = (webhookId: string, event: string) =>
  pool.oneFirst(sql.typeAlias('id')`
    insert into webhook_deliveries (webhook_id, event, data) values (${webhookId}, ${event}, '{}') returning id
  `);

const row = z.object({
  state: z.string(),
  attempts: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  isStopped: z.boolean(),
});
const readDelivery = (id: string) =>
  pool.one(sql.type(row)`
    select state, attempts, status, error, stopped_at is not null as "isStopped"
    from webhook_deliveries d join outgoing_webhooks w on w.id = d.webhook_id where d.id = ${id}
  `);
const mailsOf = (userId: string) =>
  pool.any(sql.type(z.object({ data: z.unknown() }))`select data from emails where user_id = ${userId}`);

async function runWorkflow(deliveryId: string) {
  await deliverMessage(engine.client, { workflow: 'deliver-webhook', deliveryId });
  const handle = engine.client.workflow.getHandle(deliverWebhookId(deliveryId));
  await handle.result();
  return handle;
}

/** Lets the engine's time limit for a delivery expire. Returns that limit, in ms. */
async function passTheTime(deliveryId: string): Promise<number> {
  const { client, namespace } = engine;
  const workflowId = deliverWebhookId(deliveryId);
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const [scheduled] = (events ?? []).flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
  await client.workflowService.updateActivityOptions({
    namespace,
    execution: { workflowId },
    id: scheduled?.activityId ?? '',
    activityOptions: { scheduleToCloseTimeout: msToTs('1 second') },
    updateMask: { paths: ['schedule_to_close_timeout'] },
  });
  return tsToMs(scheduled?.scheduleToCloseTimeout);
}

describe('a webhook event', () => {
  test('is retried after an error and delivered once with its signature', async () => {
    const receiver = await startReceiver((response, nth) => response.writeHead(nth === 1 ? 500 : 200).end());
    const { deliveryId, meetingId } = await queueEvent(receiver.url);
    const handle = await runWorkflow(deliveryId);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId, deliveryId]);
    for (const each of receiver.received) {
      expect(verify(each, secret)).toEqual({
        type: 'briefing.ready',
        timestamp: expect.any(String),
        data: { meetingId },
      });
    }
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'delivered', attempts: 2, status: 200, error: null });
    // A duplicate outbox message does not run the workflow again.
    await deliverMessage(engine.client, { workflow: 'deliver-webhook', deliveryId });
    expect(receiver.received).toHaveLength(2);
    await captureHistory('deliver-webhook-delivered', handle);
    await receiver.close();
  });

  test('attack 58: in flight when the worker died is sent again with the same id', async () => {
    const receiver = await startReceiver();
    const { deliveryId } = await queueEvent(receiver.url);
    await pool.query(sql.typeAlias('void')`
      update webhook_deliveries set state = 'sending', attempts = 1 where id = ${deliveryId}
    `);
    await runWorkflow(deliveryId);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId]);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'delivered', error: null, attempts: 2 });
    await receiver.close();
  });

  test('attack 58: without an answer is sent again with the same id', async () => {
    const receiver = await startReceiver((response, nth) => (nth === 1 ? undefined : response.writeHead(200).end()));
    const { deliveryId } = await queueEvent(receiver.url);
    const impatient = createWebhookActivities({ ...context, webhooks: hasty });
    await expect(impatient.sendWebhook({ deliveryId })).rejects.toThrow('did not accept the webhook');
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'queued', attempts: 1, error: 'no_answer' });
    await runWorkflow(deliveryId);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId, deliveryId]);
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'delivered', attempts: 2, error: null });
    await receiver.close();
  });

  test.each([
    ['an hour later', '3600', 1],
    ['a day later', String(7 * 86_400), 24],
    ['no sooner than the retry policy allows', '0', 10 / 3600],
  ])('is retried %s if its receiver asks for a pause of %s s', async (_, retryAfter, hours) => {
    const receiver = await startReceiver((response) => response.writeHead(503, { 'retry-after': retryAfter }).end());
    const { deliveryId } = await queueEvent(receiver.url);
    await deliverMessage(engine.client, { workflow: 'deliver-webhook', deliveryId });
    const handle = engine.client.workflow.getHandle(deliverWebhookId(deliveryId));
    // Read together with the attempt's number, because the pause after the next attempt differs.
    const next = await eventually(
      async () => (await handle.describe()).raw.pendingActivities?.[0],
      (activity) => activity?.attempt === 2,
    );
    const pauseHours = tsToMs(next?.currentRetryInterval) / 3_600_000;
    // Up to a tenth and a second longer, so that retries spread out.
    expect(pauseHours).toBeGreaterThanOrEqual(hours);
    expect(pauseHours).toBeLessThanOrEqual(hours * 1.1 + 1 / 3600 + 0.001);
    await handle.terminate();
    await receiver.close();
  });

  test('is dropped if its webhook or account is gone', async () => {
    const receiver = await startReceiver();
    const [deleted, closed] = [await queueEvent(receiver.url), await queueEvent(receiver.url)];
    await pool.query(sql.typeAlias('void')`delete from outgoing_webhooks where id = ${deleted.webhookId}`);
    await pool.query(sql.typeAlias('void')`update users set disabled_at = now() where id = ${closed.userId}`);
    for (const { deliveryId } of [deleted, closed])
      expect(await activities.sendWebhook({ deliveryId })).toEqual({ outcome: 'gone' });
    expect(await readDelivery(closed.deliveryId)).toMatchObject({ state: 'failed', error: 'stopped' });
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });

  test('attack 58: undeliverable for three days stops the webhook and emails the user once', async () => {
    const { deliveryId, webhookId, userId } = await queueEvent('http://127.0.0.1:9/hooks');
    const next = await queueFor(webhookId, 'briefing.ready');
    await deliverMessage(engine.client, { workflow: 'deliver-webhook', deliveryId });
    await deliverMessage(engine.client, { workflow: 'deliver-webhook', deliveryId: next });
    for (const id of [deliveryId, next]) {
      const tried = { state: 'queued', error: 'unreachable', isStopped: false };
      await expect.poll(() => readDelivery(id)).toMatchObject(tried);
    }
    expect(await mailsOf(userId)).toEqual([]);
    for (const id of [deliveryId, next]) expect(await passTheTime(id)).toBe(3 * 24 * 60 * 60_000);
    for (const id of [deliveryId, next]) await engine.client.workflow.getHandle(deliverWebhookId(id)).result();
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'failed', error: 'unreachable', isStopped: true });
    expect(await readDelivery(next)).toMatchObject({ state: 'failed' });
    expect(await mailsOf(userId)).toMatchObject([{ data: { change: 'webhook-stopped', host: '127.0.0.1:9' } }]);
  });

  test('abandoned twice stops its webhook, with one email, until a test of the webhook succeeds', async () => {
    const receiver = await startReceiver();
    const { deliveryId, webhookId, userId } = await queueEvent(receiver.url);
    await pool.query(sql.typeAlias('void')`update webhook_deliveries set attempts = 1 where id = ${deliveryId}`);
    expect(await activities.giveUpWebhook({ deliveryId })).toEqual({ outcome: 'failed' });
    expect(await activities.giveUpWebhook({ deliveryId })).toEqual({ outcome: 'failed' });
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'failed', isStopped: true });
    expect(await mailsOf(userId)).toMatchObject([{ data: { change: 'webhook-stopped', host: expect.any(String) } }]);
    const test = await queueFor(webhookId, 'webhook.test');
    expect(await activities.sendWebhook({ deliveryId: test })).toEqual({ outcome: 'delivered' });
    expect(await readDelivery(test)).toMatchObject({ state: 'delivered', isStopped: false });
    await receiver.close();
  });

  test('attack 58: never attempted because of our own outage does not stop its webhook', async () => {
    const { deliveryId, userId } = await queueEvent('http://127.0.0.1:9/hooks');
    expect(await activities.giveUpWebhook({ deliveryId })).toEqual({ outcome: 'failed' });
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'failed', error: 'not_tried', isStopped: false });
    expect(await mailsOf(userId)).toEqual([]);
  });

  test('attack 58: refused with 410 stops its webhook and drops queued events', async () => {
    const receiver = await startReceiver((response) => response.writeHead(410).end());
    const { deliveryId, webhookId, userId } = await queueEvent(receiver.url);
    const waiting = await queueFor(webhookId, 'briefing.ready');
    expect(await activities.sendWebhook({ deliveryId })).toEqual({ outcome: 'failed' });
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'failed', status: 410, isStopped: true });
    expect(await mailsOf(userId)).toMatchObject([{ data: { change: 'webhook-stopped' } }]);
    expect(await activities.sendWebhook({ deliveryId: waiting })).toEqual({ outcome: 'failed' });
    expect(await readDelivery(waiting)).toMatchObject({ state: 'failed', error: 'stopped', attempts: 0 });
    expect(receiver.received).toHaveLength(1);
    await receiver.close();
  });

  test('attack 58: that fails as one of a thousand queued stops its webhook', async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const { deliveryId, webhookId } = await queueEvent(receiver.url);
    const queueMore = (count: number) =>
      pool.query(sql.typeAlias('void')`
        insert into webhook_deliveries (webhook_id, event, data)
        select ${webhookId}, 'briefing.ready', '{}' from generate_series(1, ${count}::integer)
      `);
    await queueMore(998);
    await expect(activities.sendWebhook({ deliveryId })).rejects.toThrow('did not accept the webhook');
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'queued', isStopped: false });
    await queueMore(1);
    await expect(activities.sendWebhook({ deliveryId })).rejects.toThrow('did not accept the webhook');
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'queued', isStopped: true });
    await receiver.close();
  });

  test('that tests a webhook is sent once and never stops it', async () => {
    const receiver = await startReceiver((response) => response.writeHead(410).end());
    const { webhookId } = await queueEvent(receiver.url);
    const test = await queueFor(webhookId, 'webhook.test');
    await runWorkflow(test);
    expect(await readDelivery(test)).toMatchObject({ state: 'failed', status: 410, attempts: 1, isStopped: false });
    expect(receiver.received).toHaveLength(1);
    await receiver.close();
  });

  test('queued before a database restore is not sent, and its webhook is stopped', async () => {
    const receiver = await startReceiver();
    const { deliveryId } = await queueEvent(receiver.url);
    await pool.transaction((transaction) => markUnknown(transaction, { from: new Date(), until: new Date() }));
    await pool.transaction(endEverySession);
    expect(await activities.sendWebhook({ deliveryId })).toEqual({ outcome: 'unknown' });
    // The user may have deleted the webhook after the backup.
    expect(await readDelivery(deliveryId)).toMatchObject({ isStopped: true });
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });
});
