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
  hasUsedTrial,
  insertCustomer,
  replaceCustomer,
  startNextCheckout,
  updateCheckout,
} from '#db/queries/payment-customers.ts';
import { isWhitelisted } from '#domain/access.ts';
import { isLive } from '#domain/billing.ts';
import { isTrialEligible } from '#domain/trial.ts';
import { RequestRejectedError, VendorFaultError } from '#providers/errors.ts';
import type { CheckoutRequest } from '#providers/payments/provider.ts';
import { catchUpSubscription, readSubscription } from './change-subscription.ts';

/** As much as decides a start. */
type Known = { status: string; trialEndsAt: Date | null } | null;
type Wish = { priceId: string; startTrial: boolean; successUrl: string; cancelUrl: string };

/** How often, and how long, another tab is waited for that is opening its page. */
const PATIENT_TRIES = 10;
const PAUSE_MS = 150;
const TRIES = PATIENT_TRIES + 5;
const SUBSCRIBED = 'This account already has a subscription.';

/**
 * Opens the page on which a subscription is paid for, or finds the one that is open. One page at a time is what keeps a user with two tabs from two
 * subscriptions: its key at the provider is the number of the attempt, and a page for something else is closed before the next one is opened.
 *
 * @returns its address
 * @throws 400 a price that is not on sale, 409 nothing to subscribe to, or no trial left
 */
export async function startCheckout(context: ApiContext, user: UserAccess, wish: Wish): Promise<string> {
  const plans = await context.plans.read();
  if (!plans.some(({ priceId }) => priceId === wish.priceId)) throw invalid({ priceId: 'this plan is not on sale' });
  const subscription = await knownSubscription(context, user);
  if (subscription && isLive(subscription)) throw conflict(SUBSCRIBED);
  if (isWhitelisted(user.whitelist, new Date())) throw conflict('Beta Access has everything; there is nothing to pay.');
  if (wish.startTrial && !(await mayTry(context, { ...user, subscription }))) {
    throw conflict('The free trial of this account was used already.');
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
 * The copy, unless it would refuse the start: that is believed only once the provider has said so too, which may have ended the subscription, or deleted
 * its customer, without a report of it having come.
 */
async function knownSubscription(context: ApiContext, { userId, subscription }: UserAccess): Promise<Known> {
  if (!subscription || !isLive(subscription)) return subscription;
  return await catchUpSubscription(context, userId, subscription.status);
}

/** One trial for each account and each address, also where the account was deleted and made again. */
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

/** One step towards the page: its address, or null when the next step has to look again. */
async function proceed(context: ApiContext, { user, customer, request, tries }: Step): Promise<string | null> {
  const { checkoutId } = customer;
  try {
    if (checkoutId !== null) return await resume(context, { ...customer, checkoutId }, request);
    return await open(context, customer, request);
  } catch (error) {
    if (isRejected(error, 'customer_missing')) {
      // Deleted at the provider, and every subscription with it.
      const { userId, email } = user;
      const created = await context.payments.createCustomer({ userId, email, replaces: customer.customerId });
      await replaceCustomer(context.pool, customer, created);
    } else if (isRejected(error, 'idempotency_mismatch') && tries < PATIENT_TRIES) {
      // Another tab opened a page for something else a moment ago, and is about to write it down.
      await sleep(PAUSE_MS);
    } else if (isRejected(error, 'idempotency_mismatch') || (error instanceof VendorFaultError && tries === 0)) {
      // Its answer got lost, or is an error for as long as this key is used.
      await giveUp(context, customer);
    } else throw error;
    return null;
  }
}

/** Begins the next attempt where nobody knows what became of this one. */
async function giveUp(context: ApiContext, customer: CustomerRow): Promise<void> {
  await context.payments.expireCheckouts(customer.customerId);
  await startNext(context, customer);
}

/** The page of this attempt is known: it is good, or it has ended and the next attempt begins (null). */
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

/** @throws 409 when the last page was paid on at this very moment: then its report is still on the way */
async function startNext(context: ApiContext, customer: CustomerRow): Promise<void> {
  const subscription = await readSubscription(context, customer.userId);
  if (subscription && isLive(subscription)) throw conflict(SUBSCRIBED);
  await startNextCheckout(context.pool, customer);
}

/** Opens the page of this attempt; null: the attempt was given up meanwhile, and its page with it. */
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

/** Tells the page that is wanted from one that was opened for something else. */
function fingerprintOf(wanted: Omit<CheckoutRequest, 'fingerprint'>): string {
  const { customerId, priceId, trialDays, successUrl, cancelUrl } = wanted;
  const text = JSON.stringify([customerId, priceId, trialDays, successUrl, cancelUrl]);
  return createHash('sha256').update(text).digest('hex');
}
