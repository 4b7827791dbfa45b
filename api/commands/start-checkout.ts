import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiContext } from '#api/context.ts';
import { conflict, invalid } from '#api/errors.ts';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { possibleHashes } from '#db/email-hash.ts';
import type { UserAccess } from '#db/queries/access.ts';
import {
  type CustomerRow,
  findCustomer,
  insertCustomer,
  replaceCustomer,
  startNextCheckout,
  updateCheckout,
} from '#db/queries/payment-customers.ts';
import { hasUsedTrial } from '#db/queries/used-trials.ts';
import { isWhitelisted } from '#domain/access.ts';
import { isLive } from '#domain/billing.ts';
import { isTrialEligible } from '#domain/trial-eligibility.ts';
import { RequestRejectedError, VendorFaultError } from '#providers/errors.ts';
import type { CheckoutRequest } from '#providers/payments/provider.ts';
import { catchUpSubscription, readSubscription } from './change-subscription.ts';

/** The facts that decide whether a checkout may start. */
type Known = { status: string; trialEndsAt: Date | null } | null;
type Wish = { priceId: string; startTrial: boolean; successUrl: string; cancelUrl: string };

/** Number and length of the waits while another tab opens its page. */
const PATIENT_TRIES = 10;
const PAUSE_MS = 150;
const TRIES = PATIENT_TRIES + 5;
const SUBSCRIBED = 'This account already has a subscription.';

/**
 * Opens a checkout page or returns the open one. Only one page is open at a time, so that a user with two tabs cannot
 * subscribe twice: the idempotency key contains the number of the attempt, and a page for another plan or trial is
 * closed first.
 *
 * @returns the page's URL
 * @throws 400 if the price is not on sale; 409 if the user already has a subscription or Beta Access, has no trial
 *   left, or another tab keeps opening pages
 */
export async function startCheckout(context: ApiContext, user: UserAccess, wish: Wish): Promise<string> {
  const plans = await context.plans.read();
  if (!plans.some(({ priceId }) => priceId === wish.priceId)) throw invalid({ priceId: 'this plan is not available' });
  const subscription = await knownSubscription(context, user);
  if (subscription && isLive(subscription)) throw conflict(SUBSCRIBED);
  if (isWhitelisted(user.whitelist, new Date()))
    throw conflict('Beta Access includes everything; there is nothing to pay.');
  if (wish.startTrial && !(await mayTry(context, { ...user, subscription }))) {
    throw conflict('This account has already used its free trial.');
  }
  const { priceId, startTrial, successUrl, cancelUrl } = wish;
  const rest = { userId: user.userId, priceId, trialDays: startTrial ? TRIAL_DAYS : null, successUrl, cancelUrl };

  for (let tries = 0; tries < TRIES; tries += 1) {
    const customer = (await findCustomer(context.pool, user.userId)) ?? (await createCustomer(context, user));
    const wanted = { ...rest, customerId: customer.customerId };
    const request = { ...wanted, fingerprint: fingerprintOf(wanted) };
    const url = await proceed(context, { user, customer, request, tries });
    if (url !== null) return url;
  }
  throw conflict('The checkout is being opened in another tab. Please try again.');
}

/**
 * Returns our copy, unless it would prevent the checkout: then it is first updated from the provider, as the webhook
 * reporting that the subscription ended or the customer was deleted may not have arrived yet.
 */
async function knownSubscription(context: ApiContext, { userId, subscription }: UserAccess): Promise<Known> {
  if (!subscription || !isLive(subscription)) return subscription;
  return await catchUpSubscription(context, userId, subscription.status);
}

/** Returns whether the user may start a trial: one per account and mailbox, even across deleted accounts. */
export async function mayTry(
  { pool }: Pick<ApiContext, 'pool'>,
  { subscription, email }: { subscription: Known; email: string },
): Promise<boolean> {
  return isTrialEligible(subscription) && !(await hasUsedTrial(pool, await possibleHashes(email)));
}

async function createCustomer({ pool, payments }: ApiContext, { userId, email }: UserAccess): Promise<CustomerRow> {
  const customerId = await payments.createCustomer({ userId, email, replaces: null });
  return await insertCustomer(pool, userId, customerId);
}

type Step = { user: UserAccess; customer: CustomerRow; request: CheckoutRequest; tries: number };

/** Takes one step towards the page. Returns its URL, or null if another step is needed. */
async function proceed(context: ApiContext, { user, customer, request, tries }: Step): Promise<string | null> {
  const { checkoutId } = customer;
  try {
    if (checkoutId !== null) return await resume(context, { ...customer, checkoutId }, request);
    return await open(context, customer, request);
  } catch (error) {
    if (isRejected(error, 'customer_missing')) {
      // The customer was deleted at the provider, along with all subscriptions.
      const { userId, email } = user;
      const created = await context.payments.createCustomer({ userId, email, replaces: customer.customerId });
      await replaceCustomer(context.pool, customer, created);
    } else if (isRejected(error, 'idempotency_mismatch') && tries < PATIENT_TRIES) {
      // Another tab just opened a page for something else and is about to record it.
      await sleep(PAUSE_MS);
    } else if (isRejected(error, 'idempotency_mismatch') || (error instanceof VendorFaultError && tries === 0)) {
      // The response was lost, or this key keeps returning the same error.
      await giveUp(context, customer);
    } else throw error;
    return null;
  }
}

/** Starts the next attempt, as the outcome of this one is unknown. */
async function giveUp(context: ApiContext, customer: CustomerRow): Promise<void> {
  await context.payments.expireCheckouts(customer.customerId);
  await startNext(context, customer);
}

/**
 * Returns the URL of this attempt's page if it is still open for the same request; otherwise starts the next attempt
 * and returns null.
 */
async function resume(
  context: ApiContext,
  customer: CustomerRow & { checkoutId: string },
  request: CheckoutRequest,
): Promise<string | null> {
  const { payments } = context;
  const checkout = await payments.getCheckout(customer.checkoutId);
  if (checkout.status === 'open') {
    if (checkout.url !== null && checkout.fingerprint === request.fingerprint) return checkout.url;
    await payments.expireCheckout(checkout.checkoutId);
  }
  await startNext(context, customer);
  return null;
}

/** Starts the next attempt. @throws 409 if the last page was just paid, but its webhook has not arrived yet */
async function startNext(context: ApiContext, customer: CustomerRow): Promise<void> {
  const subscription = await readSubscription(context, customer.userId);
  if (subscription && isLive(subscription)) throw conflict(SUBSCRIBED);
  await startNextCheckout(context.pool, customer);
}

/** Opens this attempt's page and returns its URL; null if the attempt has since been abandoned. */
async function open(
  { payments, pool }: ApiContext,
  customer: CustomerRow,
  request: CheckoutRequest,
): Promise<string | null> {
  const key = `checkout:${customer.userId}:${customer.customerId}:${customer.checkoutAttempt}`;
  const { checkoutId, url } = await payments.createCheckout(request, key);
  if (await updateCheckout(pool, customer, checkoutId)) return url;
  await payments.expireCheckout(checkoutId);
  return null;
}

function isRejected(error: unknown, code: string): boolean {
  return error instanceof RequestRejectedError && error.code === code;
}

/** Returns a hash that distinguishes the wanted page from one opened for something else. */
function fingerprintOf(wanted: Omit<CheckoutRequest, 'fingerprint'>): string {
  const { customerId, priceId, trialDays, successUrl, cancelUrl } = wanted;
  const text = JSON.stringify([customerId, priceId, trialDays, successUrl, cancelUrl]);
  return createHash('sha256').update(text).digest('hex');
}
