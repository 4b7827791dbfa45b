import type { Page } from 'playwright';
import { afterEach, expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import { answer, openBrowser, openTabIn, refusal, signInTab, success, untilToast } from '#tests/support/browser.ts';
import { startBrowserProduct } from '#tests/support/browser-product.ts';
import { seedSubscription, seedUser } from '#tests/support/builders.ts';
import { payOnCheckoutPage } from '#tests/support/checkout-page.ts';
import { holdTimers, runOut } from '#tests/support/held-timers.ts';
import { lookAt } from '#tests/support/look.ts';
import { controlOf } from '#tests/support/vendor-control.ts';

const { product, pool, openAs, openAsNew } = await startBrowserProduct();
const stripe = controlOf(product.sandbox.stripe);

afterEach(async () => {
  await stripe.clearFaults();
  await stripe.post('webhooks/resume');
});

test('the subscription gate offers a trial and reports failures and abandoned checkouts [2.16] [4.4] [5.16] [6.4] [8.26]', async () => {
  const { page } = await openAsNew({ isWhitelisted: false });
  await page.waitForURL('**/app/subscription-required');
  await page.getByText('This account has no subscription yet.').waitFor();
  await page.getByText('Free for 30 days, credit card required.').waitFor();
  expect(await page.getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toMatch(/^mailto:.+@/);
  await lookAt(page, 'the offer');

  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await page.getByText('Please select a plan to continue').waitFor();
  const first = page.getByRole('group', { name: 'Plan' }).getByRole('radio').first();
  await first.and(page.locator(':focus')).waitFor();
  // Two plans of one product: the names show the difference.
  await page.getByText('Research, billed every month', { exact: true }).waitFor();
  await page.getByText('Research, billed every year', { exact: true }).waitFor();
  await lookAt(page, 'no plan chosen');
  await page.getByRole('radio', { name: /per month/ }).check();
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await untilToast(page, 'Trial setup was canceled. You can try again anytime.');
  await page.waitForURL(/\/app\/subscription-required$/);

  // Eligibility is unknown, so no trial is offered.
  await failCall(page, 'check-trial-eligibility');
  await page.reload();
  await page.getByText('We couldn’t check whether you’re eligible for a free trial').waitFor();
  expect(await page.getByRole('button', { name: 'Start Free Trial' }).count()).toBe(0);
  await page.unroute('**/api/subscriptions/check-trial-eligibility');
  await answer(page, '**/api/subscriptions/check-trial-eligibility', success({ eligible: false }));
  await page.reload();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Please select a plan to continue').waitFor();
  await page.getByRole('radio', { name: /per year/ }).check();
  await stripe.fault({ method: 'POST', path: '/v1/checkout/sessions', status: 500, times: 100 });
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await untilToast(page, 'Failed to start subscription. Please try again.');

  await failCall(page, 'plans');
  await page.reload();
  await page.getByText('Unable to load current pricing. Showing default plan.').waitFor();
  await lookAt(page, 'the default plan');
  await failCall(page, 'current');
  await page.reload();
  await page.getByText('We couldn’t check your subscription.').waitFor();
  expect(await page.getByRole('group', { name: 'Plan' }).count()).toBe(0);
  await lookAt(page, 'a failed check');
  await page.unroute('**/api/subscriptions/current');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('This account has no subscription yet.').waitFor();
});

test('a trial link opens checkout, and the welcome waits for the subscription [2.20]', async () => {
  const { page } = await openAsNew({ isWhitelisted: false, path: null });
  await holdTimers(page, product.url);
  await page.goto('/app/settings?startTrial=true');
  await page.waitForURL('**/c/pay/**');
  const checkout = page.url();

  // Returning before payment grants nothing and clears the query.
  await page.goto(`${product.url}/app?trialStarted=true`);
  await page.getByRole('heading', { name: 'Confirming your subscription' }).waitFor();
  await lookAt(page, 'a subscription on its way');
  expect((await page.request.get('/api/meetings')).status()).toBe(403);
  // A late confirmation is noticed too.
  await runOut(page, 45_000);
  await page.getByText('The payment provider has not confirmed your checkout yet.').waitFor();
  await lookAt(page, 'a late confirmation');
  const payment = await page.context().newPage();
  await payment.goto(checkout);
  await payOnCheckoutPage(payment);
  await page.getByRole('heading', { name: 'Upcoming Meetings' }).waitFor();
  await untilToast(page, 'Your free trial has started');
  for (const path of ['/app?trialStarted=true', '/app?subscriptionStarted=true', '/app/settings?success=true']) {
    await page.goto(path);
    await untilToast(page, 'Your free trial has started');
    await page.waitForURL(/\/app(\/settings)?$/);
  }
  await page.goto('/app/settings?canceled=true');
  await untilToast(page, 'Checkout was cancelled. Nothing was charged.');
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

test('after going back from checkout to a cached page, the user can choose a plan', async () => {
  const { email } = await seedUser(pool, { isWhitelisted: false });
  const cached = await openBrowser({ keepsPages: true });
  try {
    const { page } = await openTabIn(cached, product.url);
    await signInTab(page, email, '/app/settings?startTrial=true');
    await page.waitForURL('**/c/pay/**');
    const goBack = async () => {
      await page.goBack({ waitUntil: 'commit' });
      await page.getByRole('radio', { name: /per month/ }).check();
      expect(await page.evaluate('performance.getEntriesByType("navigation")[0].type')).toBe('navigate');
    };
    await goBack();
    await page.getByRole('button', { name: 'Start Free Trial' }).click();
    await page.waitForURL('**/c/pay/**');
    await goBack();
    expect(await page.getByRole('button', { name: 'Start Free Trial' }).getAttribute('aria-busy')).toBeNull();
  } finally {
    await cached.close();
  }
});

test('a payment counts without its webhook, and a second tab cannot pay again', async () => {
  const { page } = await openAsNew({ isWhitelisted: false });
  await page.getByText('This account has no subscription yet.').waitFor();
  const payment = await page.context().newPage();
  await payment.goto(`${product.url}/app/settings?startTrial=true`);
  await payment.waitForURL('**/c/pay/**');
  await stripe.post('webhooks/pause');
  await payOnCheckoutPage(payment);
  // The toast first, since it may disappear before the screen is checked.
  await untilToast(payment, 'Your free trial has started');
  await payment.getByRole('heading', { name: 'Upcoming Meetings' }).waitFor();

  await page.getByRole('radio', { name: /per month/ }).check();
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await page.getByText('This account already has a subscription.').waitFor();
  await page.getByRole('heading', { name: 'Upcoming Meetings' }).waitFor();
  expect((await page.request.get('/api/meetings')).status()).toBe(200);
});

test('the billing section shows each state with its actions, and reports failed actions [8.26]', async () => {
  const { id: userId, email } = await seedUser(pool, { isWhitelisted: false });
  await seedSubscription(pool, { userId, status: 'trialing' });
  const { page } = await openAs(email, '/app/settings');
  const billing = page.getByRole('region', { name: 'Subscription and Billing' });
  await billing.getByText('10 days left in your trial.').waitFor();
  await billing.getByText('Usage this period').waitFor();

  await failCall(page, 'billing-portal', 404);
  await billing.getByRole('button', { name: /^Billing portal/ }).click();
  await untilToast(page, 'Billing portal is being set up. Please try again later.');
  await failCall(page, 'billing-portal');
  await billing.getByRole('button', { name: /^Billing portal/ }).click();
  await untilToast(page, 'Failed to open billing portal. Please try again later.');
  await billing.getByRole('button', { name: 'Cancel trial' }).click();
  const trial = page.getByRole('dialog', { name: 'Cancel your trial?' });
  await trial.getByText('You’ll lose access to your meetings and research immediately.').waitFor();
  await lookAt(page, 'the question before cancelling a trial');
  await trial.getByRole('button', { name: 'Keep trial' }).click();

  await setSubscription(userId, 'past_due', false);
  await page.reload();
  await billing.getByText('Your last payment failed.').waitFor();
  await billing.getByRole('button', { name: /^Update payment method/ }).waitFor();
  await lookAt(page, 'a payment that failed');

  await setSubscription(userId, 'active', false);
  await page.reload();
  await billing.getByText(/^Renews on /).waitFor();
  await billing.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await dialog.getByText('there is no refund for the rest of the period').waitFor();
  await lookAt(page, 'the question before cancelling');
  // Cancelled elsewhere while the dialog is open: the page shows the real state despite the failed call.
  await setSubscription(userId, 'active', true);
  await failCall(page, 'cancel');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await untilToast(page, 'Failed to cancel subscription');
  await billing.getByText(/^Cancelled\. You keep access until /).waitFor();
  await failCall(page, 'reactivate');
  await billing.getByRole('button', { name: 'Reactivate' }).click();
  await untilToast(page, 'Failed to reactivate subscription');
  expect(await billing.getByText(/^Cancelled\. You keep access until /).count()).toBe(1);
  await lookAt(page, 'a cancelled subscription');
});

test('active, trialing, past due and whitelisted users get in, and all others see the gate [4.2]', async () => {
  const beta = await openAsNew();
  await beta.page.getByRole('heading', { name: 'Upcoming Meetings' }).waitFor();

  const { page, id: userId } = await openAsNew({ isWhitelisted: false });
  await page.waitForURL('**/app/subscription-required');
  await seedSubscription(pool, { userId, status: 'active' });
  const landings: Record<string, string> = {};
  const refused = ['canceled', 'unpaid', 'paused', 'incomplete', 'incomplete_expired'];
  const statuses = ['active', 'trialing', 'past_due', ...refused];
  for (const status of statuses) {
    await setSubscription(userId, status, false);
    landings[status] = await landingOf(page);
  }
  await setSubscription(userId, 'active', false);
  for (const status of [404, 500]) {
    await failCall(page, 'current', status);
    landings[status] = await landingOf(page);
  }
  const gates = [...refused, '404', '500'].map((status) => [status, 'Subscription required']);
  expect(landings).toEqual({
    active: 'Profile',
    trialing: 'Profile',
    past_due: 'Profile',
    ...Object.fromEntries(gates),
  });
});

test('Beta Access has no billing actions or plans [4.3] [6.4]', async () => {
  const { page } = await openAsNew({ path: '/app/settings' });
  const billing = page.getByRole('region', { name: 'Subscription and Billing' });
  await billing.getByRole('heading', { name: 'Beta Access' }).waitFor();
  await billing.getByText('Usage this period').waitFor();
  await lookAt(page, 'Beta Access');
  expect(await billing.getByRole('button').count()).toBe(0);
  expect(await billing.getByRole('radio').count()).toBe(0);
});

/** Opens the profile. Returns the title of the screen that appears. */
async function landingOf(page: Page): Promise<string> {
  await page.goto('/app/profile');
  const title = page.getByRole('heading', { level: 1, name: /^(Profile|Subscription required)$/ });
  return (await title.textContent()) ?? '';
}

/** Makes one subscription call fail from now on. */
async function failCall(page: Page, call: string, status = 500): Promise<void> {
  await page.unroute(`**/api/subscriptions/${call}`);
  await answer(page, `**/api/subscriptions/${call}`, refusal(status, 'Something broke.', { code: 'INTERNAL' }));
}

async function setSubscription(userId: string, status: string, cancelAtPeriodEnd: boolean): Promise<void> {
  await pool.query(sql.typeAlias('void')`
    update subscriptions set status = ${status}, cancel_at_period_end = ${cancelAtPeriodEnd} where user_id = ${userId}
  `);
}
