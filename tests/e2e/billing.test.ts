import type { Browser, Page } from 'playwright';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#db/pool.ts';
import { sql } from '#db/sql.ts';
import { openBrowser, openTab, signInByForm } from '#tests/support/browser.ts';
import { seedSubscription, seedUser } from '#tests/support/builders.ts';
import { lookAt } from '#tests/support/look.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';

let product: RunningProduct;
let pool: DatabasePool;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_SIGN_IN: 'off', RATE_LIMIT_GENERAL: 'off' });
  pool = await openPool(product.env['DATABASE_OWNER_URL'] ?? '', { maxConnections: 1 });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await pool?.end();
  await product?.stop();
});

test('without a subscription the gate offers a trial, says why when it cannot, and tells of a checkout that was left [2.16] [4.4] [5.16]', async () => {
  const { email } = await seedUser(pool, { isWhitelisted: false });
  const { page } = await openTab(browser, product.url);
  const orders = await answerCheckout(page);
  await signInByForm(page, email);
  await page.waitForURL('**/app/subscription-required');
  await page.getByText('This account has no subscription yet.').waitFor();
  await page.getByText('Free for 30 days, credit card required.').waitFor();
  expect(await page.getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toMatch(/^mailto:.+@/);
  await lookAt(page, 'the offer');

  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await page.getByText('The page of the payment provider').waitFor();
  expect(orders).toEqual([order(true, '/app?trialStarted=true', '/app/settings?trialCanceled=true')]);
  await page.goto('/app/settings?trialCanceled=true');
  await page.getByText('Trial setup was canceled. You can try again anytime.').waitFor();
  await page.waitForURL(/\/app\/subscription-required$/);

  // The check fails: nobody knows, so the trial is not offered.
  await answer(page, 'check-trial-eligibility', 500);
  await page.reload();
  await page.getByText('We could not check whether your free trial is still available').waitFor();
  expect(await page.getByRole('button', { name: 'Start Free Trial' }).count()).toBe(0);
  await answer(page, 'check-trial-eligibility', 200, { eligible: false });
  await answer(page, 'plans', 200, { plans: [plan('Research'), plan('Team')] });
  await page.reload();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Please select a plan to continue').waitFor();
  await page.getByRole('radio', { name: /Team/ }).check();
  await answer(page, 'create', 500);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Failed to start subscription. Please try again.').waitFor();

  await answer(page, 'plans', 500);
  await page.reload();
  await page.getByText('Unable to load current pricing. Showing default plan.').waitFor();
  await answer(page, 'current', 500);
  await page.reload();
  await page.getByText('Your subscription could not be checked.').waitFor();
  expect(await page.getByRole('group', { name: 'Plan' }).count()).toBe(0);
  await lookAt(page, 'a failed check');
  await page.unroute('**/api/subscriptions/current');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('This account has no subscription yet.').waitFor();
});

test('who comes to start a trial goes straight to its checkout, and is welcomed once the subscription is there [2.20]', async () => {
  const { id: userId, email } = await seedUser(pool, { isWhitelisted: false });
  const { page } = await openTab(browser, product.url);
  const orders = await answerCheckout(page);
  await signInByForm(page, email);
  await page.goto('/app/settings?startTrial=true');
  await page.getByText('The page of the payment provider').waitFor();
  expect(orders).toEqual([order(true, '/app?trialStarted=true', '/app/settings?trialCanceled=true')]);

  // Back before the payment provider's word is: the address grants nothing, and is cleaned.
  await page.goto('/app?trialStarted=true');
  await page.getByRole('heading', { name: 'Confirming your subscription' }).waitFor();
  await seedSubscription(pool, { userId, status: 'trialing' });
  await page.getByRole('heading', { name: 'Upcoming Meetings' }).waitFor();
  await page.getByText('Your free trial has started').waitFor();
  for (const path of ['/app?trialStarted=true', '/app?subscriptionStarted=true', '/app/settings?success=true']) {
    await page.goto(path);
    await page.getByText('Your free trial has started').waitFor();
    await page.waitForURL(/\/app(\/settings)?$/);
  }
  await page.goto('/app/settings?canceled=true');
  await page.getByText('Checkout was canceled. Nothing was charged.').waitFor();
  for (const name of [
    'Calendar Services',
    'Domain Blacklist',
    'Domain Analytics',
    'Subscription and Billing',
    'Account and Security',
  ]) {
    await page.getByRole('heading', { name, exact: true }).waitFor();
  }
  await page.getByRole('heading', { name: 'Danger Zone' }).waitFor();
});

test('the billing section shows every state with its actions and their consequences', async () => {
  const { id: userId, email } = await seedUser(pool, { isWhitelisted: false });
  await seedSubscription(pool, { userId, status: 'trialing' });
  const { page, context } = await openTab(browser, product.url);
  await signInByForm(page, email);
  await page.goto('/app/settings');
  const billing = page.getByRole('region', { name: 'Subscription and Billing' });
  await billing.getByText('10 days of the trial left.').waitFor();
  await billing.getByText('Usage this period').waitFor();

  await answer(page, 'billing-portal', 404);
  await billing.getByRole('button', { name: /^Billing portal/ }).click();
  await page.getByText('Billing portal is being set up. Please try again later.').waitFor();
  await answer(page, 'billing-portal', 500);
  await billing.getByRole('button', { name: /^Billing portal/ }).click();
  await page.getByText('Failed to open billing portal. Please try again later.').waitFor();
  await answer(page, 'billing-portal', 200, { url: `${product.url}/terms?portal` });
  const opened = context.waitForEvent('page', (tab) => tab !== page);
  await billing.getByRole('button', { name: /^Billing portal/ }).click();
  await (await opened).waitForURL('**/terms?portal');

  await setSubscription(userId, 'past_due', false);
  await page.reload();
  await billing.getByText('Your last payment did not go through.').waitFor();
  await billing.getByRole('button', { name: /^Update payment method/ }).waitFor();

  await setSubscription(userId, 'active', false);
  await page.reload();
  await billing.getByText(/^Renews on /).waitFor();
  await billing.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await dialog.getByText('there is no refund for the rest of the period').waitFor();
  await lookAt(page, 'the question before cancelling');
  await answer(page, 'cancel', 500);
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByText('Failed to cancel subscription').waitFor();
  await answer(page, 'cancel', 200, {}, () => setSubscription(userId, 'active', true));
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await billing.getByText(/^Cancelled: access stays open until /).waitFor();

  await answer(page, 'reactivate', 500);
  await billing.getByRole('button', { name: 'Reactivate' }).click();
  await page.getByText('Failed to reactivate subscription').waitFor();
  await answer(page, 'reactivate', 200, {}, () => setSubscription(userId, 'active', false));
  await billing.getByRole('button', { name: 'Reactivate' }).click();
  await billing.getByText(/^Renews on /).waitFor();

  // A trial ends with the click, and the gate closes.
  await setSubscription(userId, 'trialing', false);
  await page.reload();
  await billing.getByRole('button', { name: 'Cancel trial' }).click();
  const trial = page.getByRole('dialog', { name: 'Cancel your trial?' });
  await trial.getByText('Access to your meetings and research closes now.').waitFor();
  await answer(page, 'cancel', 200, {}, () => setSubscription(userId, 'canceled', false));
  await trial.getByRole('button', { name: 'Cancel trial' }).click();
  await page.waitForURL('**/app/subscription-required');
  await page.getByText('Your subscription is canceled.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/subscription-required');
});

test('Beta Access has no billing actions and no plans', async () => {
  const { email } = await seedUser(pool);
  const { page } = await openTab(browser, product.url);
  await signInByForm(page, email);
  await page.goto('/app/settings');
  const billing = page.getByRole('region', { name: 'Subscription and Billing' });
  await billing.getByRole('heading', { name: 'Beta Access' }).waitFor();
  await billing.getByText('Usage this period').waitFor();
  expect(await billing.getByRole('button').count()).toBe(0);
  expect(await billing.getByRole('radio').count()).toBe(0);
});

/** Stands in for a call of the payment side. @param effect what the server does before it answers */
async function answer(page: Page, call: string, status: number, data: unknown = {}, effect?: () => Promise<void>) {
  const path = `**/api/subscriptions/${call}`;
  const failure = { success: false, message: 'Something broke.', error: 'Something broke.', code: 'INTERNAL' };
  await page.unroute(path);
  await page.route(path, async (route) => {
    await effect?.();
    await route.fulfill({ status, json: status === 200 ? { success: true, data } : failure });
  });
}

/** Answers the checkout with a page that stands for the payment provider's; returns what was ordered. */
async function answerCheckout(page: Page): Promise<unknown[]> {
  const orders: unknown[] = [];
  await page.route('**/checkout-page', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The page of the payment provider</p>' }),
  );
  await page.route('**/api/subscriptions/create', async (route) => {
    orders.push(route.request().postDataJSON());
    await route.fulfill({ json: { success: true, data: { url: `${product.url}/checkout-page` } } });
  });
  return orders;
}

function order(startTrial: boolean, success: string, cancel: string) {
  const [successUrl, cancelUrl] = [`${product.url}${success}`, `${product.url}${cancel}`];
  return { priceId: 'research-monthly', startTrial, successUrl, cancelUrl };
}

function plan(productName: string) {
  const period = { currency: 'usd', interval: 'month', intervalCount: 1 };
  const limits = { meetingLimit: 60, researchLimit: 60, features: [], planType: 'paid' };
  return {
    id: `price-${productName}`,
    productId: productName,
    productName,
    description: null,
    amount: 1000,
    ...period,
    ...limits,
  };
}

async function setSubscription(userId: string, status: string, cancelAtPeriodEnd: boolean): Promise<void> {
  await pool.query(sql.typeAlias('void')`
    update subscriptions set status = ${status}, cancel_at_period_end = ${cancelAtPeriodEnd} where user_id = ${userId}
  `);
}
