import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiContext } from '#api/context.ts';
import { conflict, invalid } from '#api/errors.ts';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { hashEmail } from '#db/email-hash.ts';
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
import { isTrialEligible } from '#domain/trial.ts';
import { RequestRejectedError, VendorFaultError } from '#providers/errors.ts';
import type { CheckoutRequest } from '#providers/payments/provider.ts';
import { catchUpSubscription, readSubscription } from './change-subscription.ts';

/** What decides whether a checkout may start. */
type Known = { status: string; trialEndsAt: Date | null } | null;
type Wish = { priceId: string; startTrial: boolean; successUrl: string; cancelUrl: string };

/** How often and long to wait for another tab that is opening its page. */
const PATIENT_TRIES = 10;
const PAUSE_MS = 150;
const TRIES = PATIENT_TRIES + 5;
const SUBSCRIBED = 'This account already has a subscription.';

/**
 * Opens a checkout page or finds the open one. A single page at a time keeps a user with two tabs from subscribing
 * twice: its idempotency key at the provider is the number of the attempt, and a page for something else is closed
 * first.
 *
 * @returns its address
 * @throws 400 if the price is not on sale, 409 if there is nothing to subscribe to or no trial left
 */
export async function startCheckout(context: ApiContext, user: UserAccess, wish: Wish): Promise<string> {
  const plans = await context.plans.read();
  if (!plans.some(({ priceId }) => priceId === wish.priceId)) throw invalid({ priceId: 'this plan is not on sale' });
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
  throw conflict('Another page is opening the checkout. Please try again.');
}

/**
 * Our copy, unless it would refuse the start: then the provider is asked first, as the subscription may have ended,
 * or the customer been deleted, without a report yet.
 */
async function knownSubscription(context: ApiContext, { userId, subscription }: UserAccess): Promise<Known> {
  if (!subscription || !isLive(subscription)) return subscription;
  return await catchUpSubscription(context, userId, subscription.status);
}

/** One trial per account and address, even if the account was deleted and created again. */
export async function mayTry(
  { pool }: Pick<ApiContext, 'pool'>,
  { subscription, email }: { subscription: Known; email: string },
): Promise<boolean> {
  return isTrialEligible(subscription) && !(await hasUsedTrial(pool, await hashEmail(email)));
}

async function createCustomer({ pool, payments }: ApiContext, { userId, email }: UserAccess): Promise<CustomerRow> {
  const customerId = await payments.createCustomer({ userId, email, replaces: null });
  return await insertCustomer(pool, userId, customerId);
}

type Step = { user: UserAccess; customer: CustomerRow; request: CheckoutRequest; tries: number };

/** One step towards the page: its address, or null if the next step must check again. */
async function proceed(context: ApiContext, { user, customer, request, tries }: Step): Promise<string | null> {
  const { checkoutId } = customer;
  try {
    if (checkoutId !== null) return await resume(context, { ...customer, checkoutId }, request);
    return await open(context, customer, request);
  } catch (error) {
    if (isRejected(error, 'customer_missing')) {
      // The customer was deleted at the provider, with every subscription.
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

/** Returns this attempt's page if it is still open; otherwise starts the next attempt (null). */
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

/** @throws 409 if the last page was just paid: its report is on the way */
async function startNext(context: ApiContext, customer: CustomerRow): Promise<void> {
  const subscription = await readSubscription(context, customer.userId);
  if (subscription && isLive(subscription)) throw conflict(SUBSCRIBED);
  await startNextCheckout(context.pool, customer);
}

/** Opens this attempt's page; null if the attempt was given up meanwhile. */
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

/** Distinguishes the wanted page from one opened for something else. */
function fingerprintOf(wanted: Omit<CheckoutRequest, 'fingerprint'>): string {
  const { customerId, priceId, trialDays, successUrl, cancelUrl } = wanted;
  const text = JSON.stringify([customerId, priceId, trialDays, successUrl, cancelUrl]);
  return createHash('sha256').update(text).digest('hex');
}
