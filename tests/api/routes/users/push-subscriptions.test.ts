import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { exportAccount } from '#contract/account.ts';
import { signOut } from '#contract/auth.ts';
import { RETENTION_MONTHS } from '#contract/limits.ts';
import { getPushKey, subscribePush, unsubscribePush } from '#contract/push.ts';
import { deleteOldRecords } from '#db/queries/old-records.ts';
import { insertPushes } from '#db/queries/push-deliveries.ts';
import { sql } from '#db/sql.ts';
import { isPushAddress } from '#providers/push/push-address.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedMeeting, seedUser, signIn } from '#tests/support/builders.ts';
import { createPushBrowser } from '#tests/support/push-browser.ts';

const STAND_IN = 'http://127.0.0.1:4008';
const KEY = createPushBrowser('').subscription.keys.p256dh;

const api = await openTestApi({ VAPID_PUBLIC_KEY: KEY, MESSAGES_BASE_URL: STAND_IN });

const newSubscription = () =>
  createPushBrowser(`https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`).subscription;
const ownersOf = (endpoint: string) =>
  api.pool.anyFirst(
    sql.type(
      z.object({ userId: z.uuid() }),
    )`select user_id as "userId" from push_subscriptions where endpoint = ${endpoint}`,
  );

describe('a push subscription', () => {
  test('is stored once, exported without its keys, and deleted on request', async () => {
    const { user, client } = await api.newUser();
    expect(await client.data(getPushKey)).toEqual({ key: KEY });
    const body = newSubscription();
    for (const _ of [1, 2]) await client.data(subscribePush, { body });
    expect(await ownersOf(body.endpoint)).toEqual([user.id]);
    const exported = await client.data(exportAccount);
    expect(exported.pushSubscriptions).toMatchObject([{ host: 'fcm.googleapis.com' }]);
    expect(JSON.stringify(exported)).not.toContain(body.keys.auth);
    for (const _ of [1, 2]) await client.data(unsubscribePush, { body: { endpoint: body.endpoint } });
    expect(await ownersOf(body.endpoint)).toEqual([]);
  });

  test('attack 62: ends with its session and follows its browser to the next user', async () => {
    const [first, second] = [await seedUser(api.pool), await seedUser(api.pool)];
    const body = newSubscription();
    await (await signIn(api.client(), first)).data(subscribePush, { body });
    const client = await signIn(api.client(), second);
    await client.data(subscribePush, { body });
    expect(await ownersOf(body.endpoint)).toEqual([second.id]);
    await client.data(signOut, { body: {} });
    expect(await ownersOf(body.endpoint)).toEqual([]);
  });

  test('attack 62: cannot be ended by another user', async () => {
    const [owner, other] = [await seedUser(api.pool), await seedUser(api.pool)];
    const body = newSubscription();
    await (await signIn(api.client(), owner)).data(subscribePush, { body });
    await (await signIn(api.client(), other)).data(unsubscribePush, { body: { endpoint: body.endpoint } });
    expect(await ownersOf(body.endpoint)).toEqual([owner.id]);
  });

  test('forgets month-old deliveries once the meeting is over', async () => {
    const user = await seedUser(api.pool);
    await (await signIn(api.client(), user)).data(subscribePush, { body: newSubscription() });
    const [over, coming] = [
      await seedMeeting(api.pool, { userId: user.id }),
      await seedMeeting(api.pool, { userId: user.id }),
    ];
    for (const meetingId of [over, coming])
      await api.pool.transaction((each) => insertPushes(each, { userId: user.id, meetingId }));
    await api.pool.query(sql.typeAlias('void')`
      update push_deliveries set created_at = now() - interval '31 days' where meeting_id in (${over}, ${coming})
    `);
    await api.pool.query(sql.typeAlias('void')`
      update meetings set start_time = now() - interval '1 day', end_time = now() - interval '23 hours' where id = ${over}
    `);
    await deleteOldRecords(api.pool, RETENTION_MONTHS);
    const left = sql.typeAlias(
      'id',
    )`select meeting_id as id from push_deliveries where meeting_id in (${over}, ${coming})`;
    expect(await api.pool.anyFirst(left)).toEqual([coming]);
  });

  test('attack 62: accepts only push services of browser vendors', async () => {
    const { client } = await api.newUser();
    for (const endpoint of [
      'https://evil.example/push/x',
      'http://10.0.0.1/push/x',
      'http://127.0.0.1:6379/push/x',
      `${STAND_IN}/slack/x`,
      'https://fcm.googleapis.com.evil.example/x',
    ]) {
      const answer = await client.call(subscribePush, { body: { ...newSubscription(), endpoint } });
      expect([endpoint, answer.status, answer.body.code]).toEqual([endpoint, 400, 'VALIDATION']);
    }
    const own = [
      'https://fcm.googleapis.com/fcm/send/x',
      'https://updates.push.services.mozilla.com/wpush/v2/x',
      'https://jmt17.google.com/fcm/send/x',
      'https://wns2-par02p.notify.windows.com/w/?token=x',
      'https://web.push.apple.com/x',
    ];
    for (const address of own) expect([address, isPushAddress(address, null)]).toEqual([address, true]);
    for (const address of [
      `${STAND_IN}/push/x`,
      'http://fcm.googleapis.com/x',
      'https://accounts.google.com/x',
      'https://x@fcm.googleapis.com/x',
      'https://fcm.googleapis.com:444/x',
    ])
      expect([address, isPushAddress(address, null)]).toEqual([address, false]);
    await client.data(subscribePush, { body: { ...newSubscription(), endpoint: `${STAND_IN}/push/x` } });
  });
});
