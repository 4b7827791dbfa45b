import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { openBrowser, openTabIn, signInTab } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedUser } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';
import { createPushBrowser } from '#tests/support/push-browser.ts';

const { product, pool } = await startBrowserProduct();
const browser = await openBrowser({ isWhole: true });
afterAll(async () => await browser.close());

const registrations = z.object({ registrations: z.array(z.object({ registrationId: z.string() })) });

test('a browser is notified of ready briefings until its user signs out', async () => {
  const { id, email } = await seedUser(pool);
  const { page, context } = await openTabIn(browser, product.url);
  await context.grantPermissions(['notifications'], { origin: product.url });
  const subscription = createPushBrowser(`${product.sandbox.messages}/push/chromium`).subscription;
  // Chromium ships without a push service, so its responses are faked.
  await page.addInitScript(`
    let own = null;
    PushManager.prototype.getSubscription = async () => own;
    PushManager.prototype.subscribe = async () =>
      (own = { endpoint: '${subscription.endpoint}', toJSON: () => (${JSON.stringify(subscription)}), unsubscribe: async () => !(own = null) });
  `);
  await signInTab(page, email, '/app/settings#device');
  const notify = page.getByRole('switch', { name: 'Notify me when a briefing is ready' });
  await expect.poll(() => notify.isEnabled()).toBe(true);
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      const [one] = registrations.parse(event).registrations;
      if (one) resolve(one.registrationId);
    }),
  );
  await devTools.send('ServiceWorker.enable');
  await notify.focus();
  await page.keyboard.press('Space');
  const told = () => pool.anyFirst(sql.typeAlias('id')`select user_id as id from push_subscriptions`);
  await expect.poll(told).toEqual([id]);
  await lookAt(page, 'settings of a device');

  // Chromium drops a notification that is listed before it is displayed.
  const displayed = new Promise<void>((resolve) =>
    devTools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { eventName } }) => {
      if (eventName === 'Notification displayed') resolve();
    }),
  );
  await devTools.send('BackgroundService.startObserving', { service: 'notifications' });
  await devTools.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true });
  const data = JSON.stringify({ meetingId: '0190d3a6-4c1e-7b52-9d5f-2f6f3c1f8a10', title: 'Brightwater: intro call' });
  const origin = new URL(product.url).origin;
  await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await displayed;
  const shown = () =>
    page.evaluate<string[]>(
      'navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) => all.map(({ title, body }) => `${title}: ${body}`))',
    );
  await expect.poll(shown).toEqual(['Briefing ready: Brightwater: intro call']);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await expect.poll(told).toEqual([]);
  const workers = () => page.evaluate<number>('navigator.serviceWorker.getRegistrations().then((all) => all.length)');
  await expect.poll(workers).toBe(0);
});
