import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { clientOf } from '#sandbox/tests/stripe/stripe-client.ts';
import { fillSignInForm, type PageFaults, untilToast } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { PASSWORD, type SeededUser, seedUser } from '#tests/support/builders.ts';
import { CARDS, payOnCheckoutPage } from '#tests/support/checkout-page.ts';
import { readOutbox, untilLinkMailed, untilMailed } from '#tests/support/mail-outbox.ts';
import { controlOf } from '#tests/support/vendor-control.ts';

const VISITOR = 'lena.fischer@northbeam.test';
const DAY_MS = 86_400_000;
/** Days between the sandbox's retries of a failed card; it gives up after the last (see collection.ts). */
const RETRY_DAYS = [3, 5, 7] as const;

const { product, pool, openTab, openAs } = await startBrowserProduct();

test('a visitor goes from pricing through registration and checkout to a trial [1.1] [1.5]', async () => {
  const { page, faults } = await openTab();
  await page.goto('/pricing');
  await page.getByRole('region', { name: 'Plan', exact: true }).getByRole('link', { name: 'Start Free Trial' }).click();
  await page.waitForURL('**/register?intent=trial');
  await page.frameLocator('iframe').getByText('Success!').waitFor();
  await registerByMail(page);

  await page.waitForURL('**/c/pay/**');
  await page.getByText('30 days free, then $10.00 per month').waitFor();
  await payOnCheckoutPage(page, CARDS.declined);
  await page.getByRole('alert').getByText('Your card was declined').waitFor();
  expect(await currentSubscription(page)).toEqual({ subscription: null, status: 'none' });
  expect((await page.request.get(`${product.url}/api/meetings`)).status()).toBe(403);

  await payOnCheckoutPage(page);
  await untilToast(page, 'Your free trial has started');
  await page.getByRole('heading', { name: 'Upcoming Meetings' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await currentSubscription(page)).toMatchObject({ status: 'trialing', subscription: { isTrialing: true } });
  const profile = await (await page.request.get('/api/users/profile')).json();
  expect(profile).toMatchObject({ data: { user: { email: VISITOR, companyDomain: 'northbeam.test' } } });

  await page.goto('/app/settings');
  await billingOf(page).getByText('30 days left in your trial.').waitFor();
  expect(ownFaults(faults)).toEqual([]);
});

test('a cancelled trial ends access immediately, and a cancelled plan can be reactivated [1.1] [4.3]', async () => {
  const { page, user, faults } = await openGate();
  const billing = billingOf(page);
  await page.getByText('This account has no subscription yet.').waitFor();
  await startTrial(page);

  await page.goto('/app/settings');
  await billing.getByRole('button', { name: 'Cancel trial' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel trial' }).click();
  await page.waitForURL('**/app/subscription-required');
  await page.getByText('Your subscription is cancelled.').waitFor();
  expect((await page.request.get('/api/meetings')).status()).toBe(403);
  await untilMailed(product, user.email, { fits: titled('Your trial has ended') });
  expect(await page.getByRole('button', { name: 'Start Free Trial' }).count()).toBe(0);

  await choose(page, 'Subscribe');
  await page.waitForURL('**/c/pay/**');
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await untilToast(page, 'Checkout was cancelled. Nothing was charged.');
  await choose(page, 'Subscribe');
  await payOnCheckoutPage(page);
  await untilToast(page, 'Your subscription is active');
  await untilMailed(product, user.email, { fits: titled('Your receipt') });

  await page.goto('/app/settings');
  await billing.getByText(/^Renews on /).waitFor();
  await billing.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await untilToast(page, 'Your subscription is cancelled');
  await billing.getByText(/^Cancelled\. You keep access until /).waitFor();
  expect(await currentSubscription(page)).toMatchObject({
    status: 'active',
    subscription: { cancelAtPeriodEnd: true },
  });
  expect((await page.request.get('/api/meetings')).status()).toBe(200);

  await billing.getByRole('button', { name: 'Reactivate' }).click();
  await untilToast(page, 'Your subscription continues');
  await billing.getByText(/^Renews on /).waitFor();

  const opened = page.context().waitForEvent('page');
  await billing.getByRole('button', { name: /^Billing portal/ }).click();
  const portal = await opened;
  await portal.getByRole('heading', { name: 'Manage your Foreword billing' }).waitFor();
  await portal.getByText('Visa •••• 4242').waitFor();
  await portal.getByRole('link', { name: 'Return to Foreword' }).click();
  await portal.waitForURL('**/app/settings');
  expect(ownFaults(faults)).toEqual([]);
});

test('a subscriber switches to yearly billing in the portal, during and after the trial', async () => {
  const { page, user, faults } = await openGate();
  await startTrial(page);
  await page.goto('/app/settings');
  await billingOf(page).getByText('Research: $10 per month or $100 per year.').waitFor();
  await changePlan(page, /per year/, 'Your free trial continues until');
  const [trial] = await subscriptionsAtProvider(user);
  expect(trial).toMatchObject({ status: 'trialing', items: { data: [{ price: { id: 'price_research_yearly' } }] } });

  await changePlan(page, /per month/, 'Your free trial continues until');
  await clientOf(product.sandbox.stripe).subscriptions.update(trial?.id ?? '', { trial_end: 'now' });
  await untilBilling(page, /^Renews on /);
  await changePlan(page, /per year/, 'a new period starts and is charged today');
  const year = new Date().getUTCFullYear() + 1;
  await untilBilling(page, new RegExp(`^Renews on .* ${year}\\.$`));
  const receipts = async () => (await readOutbox(product, user.email)).map(({ text }) => /\$\d+\.00/.exec(text)?.[0]);
  await expect.poll(receipts).toEqual(['$100.00', '$10.00']);
  expect(await statusesAtProvider(user)).toEqual(['active']);
  expect(ownFaults(faults)).toEqual([]);
});

test('two tabs share one checkout and create one subscription', async () => {
  const { page: first, user } = await openGate();
  const second = await first.context().newPage();
  await second.goto('/app/subscription-required');
  const tabs = [first, second];
  await Promise.all(tabs.map((tab) => tab.getByRole('radio', { name: /per month/ }).waitFor()));
  await Promise.all(tabs.map((tab) => choose(tab, 'Start Free Trial')));
  await Promise.all(tabs.map((tab) => tab.waitForURL('**/c/pay/**')));
  expect(second.url()).toBe(first.url());

  await payOnCheckoutPage(first);
  await untilToast(first, 'Your free trial has started');
  await payOnCheckoutPage(second);
  await second.getByRole('heading', { name: 'Upcoming Meetings' }).waitFor();
  expect(await statusesAtProvider(user)).toEqual(['trialing']);
});

test('an expired trial converts to a paid plan, or ends if the card keeps failing [1.7] [4.3]', async () => {
  const paying = await openGate();
  const failing = await openGate();
  await startTrial(paying.page);
  await startTrial(failing.page, CARDS.failsLater);
  await useResearch(paying.user);
  expect(await usageOf(paying.page)).toMatchObject({ researchUsed: 1, researchRemaining: 59 });

  await passDays(31);
  await untilBilling(paying.page, /^Renews on /);
  await untilMailed(product, paying.user.email, { fits: titled('Your receipt') });
  // Usage belongs to the period it occurred in.
  const { currentPeriodEnd } = (await currentSubscription(paying.page)).subscription ?? {};
  expect(await usageOf(paying.page)).toMatchObject({ researchUsed: 0, researchRemaining: 60, currentPeriodEnd });
  await useResearch(paying.user);
  expect(await usageOf(paying.page)).toMatchObject({ researchUsed: 1, researchRemaining: 59 });
  await untilBilling(failing.page, 'Your last payment failed.');
  await billingOf(failing.page)
    .getByRole('button', { name: /^Update payment method/ })
    .waitFor();
  await untilFailuresTold(failing.user, 1);
  expect((await failing.page.request.get('/api/meetings')).status()).toBe(200);

  // Each failed retry sends its own email; the last one announces the end instead.
  const [secondTry, thirdTry, lastTry] = RETRY_DAYS;
  await passDays(secondTry);
  await untilFailuresTold(failing.user, 2);
  await passDays(thirdTry);
  await untilFailuresTold(failing.user, 3);
  await passDays(lastTry);
  await expect.poll(async () => (await currentSubscription(failing.page)).status).toBe('canceled');
  await failing.page.goto('/app/meetings');
  await failing.page.waitForURL('**/app/subscription-required');
  await failing.page.getByText('Your subscription is cancelled.').waitFor();
  expect(await statusesAtProvider(paying.user)).toEqual(['active']);
  await untilMailed(product, failing.user.email, { fits: titled('Your subscription has ended') });
  expect(await subjectsTo(failing.user)).toEqual([...failuresTold(3), 'Your subscription has ended']);
  expect(await subjectsTo(paying.user)).toEqual(['Your receipt']);
});

/** Signs in a new user without a subscription, who is sent to the subscription gate. */
async function openGate(): Promise<{ page: Page; user: SeededUser; faults: PageFaults }> {
  const user = await seedUser(pool, { isWhitelisted: false });
  const { page, faults } = await openAs(user.email);
  await page.waitForURL('**/app/subscription-required');
  return { page, user, faults };
}

/** Selects the monthly plan and opens its checkout. */
async function choose(page: Page, button: string): Promise<void> {
  await page.getByRole('radio', { name: /per month/ }).check();
  await page.getByRole('button', { name: button }).click();
}

async function startTrial(page: Page, card?: string): Promise<void> {
  await choose(page, 'Start Free Trial');
  await payOnCheckoutPage(page, card);
  await untilToast(page, 'Your free trial has started');
}

async function registerByMail(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Lena Fischer');
  await page.getByLabel('Work email').fill(VISITOR);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Check your email').waitFor();
  await page.goto(await untilLinkMailed(product, VISITOR, '/verify-email?token='));
  await page.waitForURL('**/login?intent=trial');
  await fillSignInForm(page, VISITOR);
}

function billingOf(page: Page) {
  return page.getByRole('region', { name: 'Subscription and Billing' });
}

/** Reloads settings until the billing section shows `text`, as webhooks arrive asynchronously. */
async function untilBilling(page: Page, text: string | RegExp): Promise<void> {
  const look = async () => {
    await page.goto('/app/settings');
    await billingOf(page).getByText('Usage this period').waitFor();
    return await billingOf(page).getByText(text).count();
  };
  await expect.poll(look, { interval: 1000 }).toBe(1);
}

const current = z.object({
  data: z.object({ subscription: z.record(z.string(), z.unknown()).nullable(), status: z.string() }),
});

async function currentSubscription(page: Page) {
  const answer = await page.request.get(`${product.url}/api/subscriptions/current`);
  return current.parse(await answer.json()).data;
}

/** Changes the price in the portal, which opens in a new tab and links back. */
async function changePlan(page: Page, price: RegExp, cost: string): Promise<void> {
  const opened = page.context().waitForEvent('page');
  await billingOf(page)
    .getByRole('button', { name: /^Change plan/ })
    .click();
  const portal = await opened;
  await portal.getByRole('link', { name: 'Update subscription' }).click();
  await portal.getByText(cost).waitFor();
  await portal.getByRole('radio', { name: price }).check();
  await portal.getByRole('button', { name: 'Confirm' }).click();
  await portal.getByRole('link', { name: 'Return to Foreword' }).click();
  await portal.waitForURL('**/app/settings');
  await portal.close();
}

const usage = z.object({ data: z.object({ usage: z.record(z.string(), z.unknown()) }) });

async function usageOf(page: Page) {
  const answer = await page.request.get(`${product.url}/api/subscriptions/usage`);
  return usage.parse(await answer.json()).data.usage;
}

/** Records the use of one research request. */
async function useResearch({ id }: SeededUser): Promise<void> {
  await pool.query(sql.typeAlias('void')`
    insert into usage_entries (user_id, kind, reference, state) values (${id}, 'research', gen_random_uuid()::text, 'used')
  `);
}

async function statusesAtProvider(user: SeededUser): Promise<string[]> {
  return (await subscriptionsAtProvider(user)).map(({ status }) => status);
}

async function subscriptionsAtProvider({ id }: SeededUser) {
  const customer = await pool.oneFirst(sql.type(z.object({ customer: z.string() }))`
    select provider_customer_id as customer from payment_customers where user_id = ${id}
  `);
  return (await clientOf(product.sandbox.stripe).subscriptions.list({ customer, status: 'all' })).data;
}

/** Moves the payment provider's clock forward. */
async function passDays(days: number): Promise<void> {
  await controlOf(product.sandbox.stripe).post('clock', { advanceMs: days * DAY_MS });
}

/** Returns the subjects of all emails to the user, oldest first. */
async function subjectsTo({ email }: SeededUser): Promise<string[]> {
  return (await readOutbox(product, email)).map(({ subject }) => subject).toReversed();
}

const failuresTold = (times: number) => Array.from({ length: times }, () => 'Your payment failed');

/** Waits until exactly this many payment failure emails, and no others, have been sent. */
async function untilFailuresTold(user: SeededUser, times: number): Promise<void> {
  await expect.poll(() => subjectsTo(user)).toEqual(failuresTold(times));
}

function titled(subject: string) {
  return (mail: { subject: string }) => mail.subject === subject;
}

/** Returns all faults except the expected ones: the 402 of a declined card, and the 401 of plans for visitors. */
function ownFaults({ consoleErrors, failedRequests }: PageFaults): string[] {
  const isExpected = (fault: string) => fault.includes('/c/pay/') || /401.*\/subscriptions\/plans/.test(fault);
  return [...consoleErrors, ...failedRequests].filter((fault) => !isExpected(fault));
}
