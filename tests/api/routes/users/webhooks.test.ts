import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { exportAccount } from '#contract/account.ts';
import { disconnectCalendar, switchCalendar } from '#contract/calendar.ts';
import { createMeeting, deleteMeeting, updateMeeting } from '#contract/meetings.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  testWebhook,
} from '#contract/outgoing-webhooks.ts';
import { closeDelivery } from '#db/queries/delivery-states.ts';
import { deleteOutgoingWebhook } from '#db/queries/outgoing-webhooks.ts';
import { insertWebhookEvents } from '#db/queries/webhook-deliveries.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { ageSessions, listOutbox, PASSWORD, seedCalendar, seedMeeting, seedWebhook } from '#tests/support/builders.ts';

const api = await openTestApi();

const WISH = { url: 'https://hooks.harborline.test/foreword', events: ['meeting.changed' as const] };

describe('a webhook', () => {
  test('shows its secret once, stores it encrypted and notifies the owner', async () => {
    const { user, client } = await api.newUser();
    const { id, secret } = await client.data(createWebhook, { body: WISH });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { webhooks } = await client.data(listWebhooks);
    expect(webhooks).toMatchObject([{ id, ...WISH, stoppedAt: null, lastDeliveredAt: null }]);
    const held = await api.pool.one(sql.type(z.object({ row: z.string(), mail: z.string() }))`
      select outgoing_webhooks::text as row, (select data::text from emails where user_id = ${user.id}) as mail
      from outgoing_webhooks where id = ${id}
    `);
    expect(held.mail).toContain('hooks.harborline.test');
    const exported = await client.data(exportAccount);
    expect(exported.webhooks).toMatchObject([{ url: WISH.url, events: WISH.events }]);
    for (const text of [held.row, JSON.stringify(webhooks), JSON.stringify(exported)]) {
      expect(text).not.toContain(secret.slice('whsec_'.length));
    }
    await client.data(deleteWebhook, { params: { id } });
    expect((await client.data(listWebhooks)).webhooks).toEqual([]);
  });

  test('attack 58: is refused for a private or invalid address', async () => {
    const { client } = await api.newUser();
    for (const url of ['https://10.0.0.1/x', 'http://example.com/x', 'https://[fd00::1]/', 'hooks']) {
      const answer = await client.call(createWebhook, { body: { ...WISH, url } });
      expect([url, answer.status, answer.body.code]).toEqual([url, 400, 'VALIDATION']);
    }
    expect((await client.data(listWebhooks)).webhooks).toEqual([]);
    await client.data(createWebhook, { body: { ...WISH, url: 'http://127.0.0.1:9/x' } });
  });

  test('attack 58: requires the password 15 minutes after sign-in', async () => {
    const { user, client } = await api.newUser();
    await ageSessions(api.pool, user.id);
    expect((await client.call(createWebhook, { body: WISH })).body.code).toBe('PASSWORD_REQUIRED');
    await client.data(createWebhook, { body: { ...WISH, currentPassword: PASSWORD } });
  });

  test('receives ids of added, changed and deleted meetings if subscribed', async () => {
    const { user, client } = await api.newUser();
    const { id } = await client.data(createWebhook, { body: WISH });
    await seedWebhook(api.pool, { userId: user.id, encryption: api.encryption, events: ['briefing.sent'] });
    const { meeting } = await client.data(createMeeting, { body: createMeeting.example });
    // The workflow does not use the title, but the new version tells receivers that the meeting changed.
    const renamed = { ...createMeeting.example, title: 'Another title' };
    await client.data(updateMeeting, { params: { id: meeting.id }, body: renamed });
    await client.data(deleteMeeting, { params: { id: meeting.id } });
    const queued = await api.pool.any(sql.type(z.object({ webhookId: z.uuid(), data: z.unknown() }))`
      select webhook_id as "webhookId", data from webhook_deliveries d join outgoing_webhooks w on w.id = d.webhook_id
      where user_id = ${user.id} order by d.id
    `);
    expect(queued).toEqual([
      { webhookId: id, data: { meetingId: meeting.id, change: 'created', version: 1 } },
      { webhookId: id, data: { meetingId: meeting.id, change: 'updated', version: 2 } },
      { webhookId: id, data: { meetingId: meeting.id, change: 'cancelled', version: 3 } },
    ]);
  });

  test('receives changes when a calendar is switched off or disconnected', async () => {
    const { user, client } = await api.newUser();
    const { encryption } = api;
    const webhookId = await seedWebhook(api.pool, { userId: user.id, encryption });
    const { calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption });
    const meetingId = await seedMeeting(api.pool, { userId: user.id, calendarId });
    const told = () =>
      api.pool.anyFirst(sql.type(z.object({ data: z.unknown() }))`
        select data from webhook_deliveries where webhook_id = ${webhookId} order by id
      `);
    await client.data(switchCalendar, { params: { id: calendarId }, body: { enabled: false } });
    const version = expect.any(Number);
    expect(await told()).toEqual([{ meetingId, change: 'updated', version }]);
    await client.data(disconnectCalendar, { body: { provider: 'google' } });
    expect(await told()).toEqual([
      { meetingId, change: 'updated', version },
      { meetingId, change: 'updated', version },
    ]);
  });

  test('can be tested and lists its deliveries with their results', async () => {
    const { user, client } = await api.newUser();
    const { id } = await client.data(createWebhook, { body: WISH });
    const { deliveryId } = await client.data(testWebhook, { params: { id }, body: {} });
    expect(await listOutbox(api.pool)).toContainEqual({ workflow: 'deliver-webhook', deliveryId, userId: user.id });
    await closeDelivery(api.pool, 'webhook_deliveries', deliveryId, { as: 'unknown', error: 'outcome_unknown' });
    const { deliveries } = await client.data(listDeliveries, { params: { id } });
    expect(deliveries).toMatchObject([
      {
        id: deliveryId,
        event: 'webhook.test',
        state: 'unknown',
        reason: expect.stringContaining('won’t be sent again'),
      },
    ]);
  });

  test('receives nothing once stopped', async () => {
    const { user } = await api.newUser();
    const id = await seedWebhook(api.pool, { userId: user.id, encryption: api.encryption });
    await api.pool.query(sql.typeAlias('void')`update outgoing_webhooks set stopped_at = now() where id = ${id}`);
    const occasions = [{ meetingId: crypto.randomUUID() }];
    await api.pool.transaction((each) => insertWebhookEvents(each, user.id, 'briefing.ready', occasions));
    const count = sql.typeAlias('id')`select id from webhook_deliveries where webhook_id = ${id}`;
    expect(await api.pool.any(count)).toEqual([]);
  });

  test("attack 58: does not fail the event's transaction while being deleted", async () => {
    const { user } = await api.newUser();
    const id = await seedWebhook(api.pool, { userId: user.id, encryption: api.encryption });
    const deleted = Promise.withResolvers<void>();
    const deleting = api.pool.transaction(async (transaction) => {
      await deleteOutgoingWebhook(transaction, { userId: user.id, id });
      deleted.resolve();
      const isWaitedFor = sql.typeAlias('id')`
        select gen_random_uuid() as id from pg_stat_activity
        where pg_backend_pid() = any(pg_blocking_pids(pid)) and datname = current_database()
      `;
      while (!(await transaction.exists(isWaitedFor))) await sleep(10);
    });
    await deleted.promise;
    const occasions = [{ meetingId: crypto.randomUUID() }];
    const telling = api.pool.transaction((each) => insertWebhookEvents(each, user.id, 'briefing.ready', occasions));
    await expect(telling).resolves.toBeUndefined();
    await deleting;
    const count = sql.typeAlias('id')`select id from webhook_deliveries where webhook_id = ${id}`;
    expect(await api.pool.any(count)).toEqual([]);
  });

  test('attack 58: is unique by its normalized URL', async () => {
    const { client } = await api.newUser();
    await client.data(createWebhook, { body: { ...WISH, url: 'HTTPS://Hooks.Harborline.test:443/foreword' } });
    expect((await client.data(listWebhooks)).webhooks).toMatchObject([{ url: WISH.url }]);
    expect((await client.call(createWebhook, { body: WISH })).status).toBe(409);
    const long = { ...WISH, url: `https://hooks.harborline.test/${'ü'.repeat(1_000)}` };
    expect((await client.call(createWebhook, { body: long })).status).toBe(400);
  });

  test('is limited to ten per user and to known events', async () => {
    const { client } = await api.newUser();
    for (const events of [[], ['meeting.deleted'], ['meeting.changed', 'meeting.changed']]) {
      expect((await client.call(createWebhook, { body: { ...WISH, events } })).status).toBe(400);
    }
    const wishFor = (nth: number) => ({ ...WISH, url: `${WISH.url}/${nth}` });
    for (let made = 0; made < 10; made += 1) await client.data(createWebhook, { body: wishFor(made) });
    expect((await client.call(createWebhook, { body: wishFor(10) })).status).toBe(409);
  });
});
