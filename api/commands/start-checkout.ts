import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiContext } from '#api/context.ts';
import { TRIAL_DAYS } from '#api/contract/limits.ts';
import { conflict, invalid } from '#api/errors.ts';
import { hashEmail } from '#db/email-hash.ts';
import type { AccessRow } from '#db/queries/access.ts';
import {
  type CustomerRow,
  findCustomer,
  hasUsedTrial,
  insertCustomer,
  startNextCheckout,
  updateCheckout,
} from '#db/queries/payment-customers.ts';
import { isWhitelisted } from '#domain/access.ts';
import { isLive } from '#domain/billing.ts';
import { isTrialEligible } from '#domain/trial.ts';
import { RequestRejectedError } from '#providers/errors.ts';
import type { Checkout, CheckoutRequest } from '#providers/payments/provider.ts';
import { readSubscription } from './change-subscription.ts';

type Wish = { priceId: string; startTrial: boolean; successUrl: string; cancelUrl: string };

const TRIES = 10;
const PAUSE_MS = 150;
const SUBSCRIBED = 'This account already has a subscription.';

/**
 * Opens the page on which a subscription is paid for, or finds the one that is open. One page at a time is what keeps a user with two tabs from two
 * subscriptions: its key at the provider is the number of the attempt, and a page for something else is closed before the next one is opened.
 *
 * @returns its address
 * @throws 400 a price that is not on sale, 409 nothing to subscribe to, or no trial left
 */
export async function startCheckout(context: ApiContext, user: AccessRow, wish: Wish): Promise<string> {
  const plans = await context.plans.read();
  if (!plans.some(({ priceId }) => priceId === wish.priceId)) throw invalid({ priceId: 'this plan is not on sale' });
  if (user.subscription && isLive(user.subscription)) throw conflict(SUBSCRIBED);
  if (isWhitelisted(user.whitelist, new Date())) throw conflict('Beta Access has everything; there is nothing to pay.');
  if (wish.startTrial && !(await mayTry(context, user))) {
    throw conflict('The free trial of this account was used already.');
  }
  const { priceId, startTrial, successUrl, cancelUrl } = wish;
  const rest = { userId: user.userId, priceId, trialDays: startTrial ? TRIAL_DAYS : null, successUrl, cancelUrl };

  for (let tries = 0; tries < TRIES; tries += 1) {
    const customer = (await findCustomer(context.pool, user.userId)) ?? (await createCustomer(context, user));
    const wanted = { ...rest, customerId: customer.customerId };
    const request = { ...wanted, fingerprint: fingerprintOf(wanted) };
    const url = customer.checkoutId
      ? await resume(context, { ...customer, checkoutId: customer.checkoutId }, request)
      : await open(context, customer, request);
    if (url !== null) return url;
  }
  throw conflict('Another page is opening the checkout. Please try again.');
}

/** One trial for each account and each address, also where the account was deleted and made again. */
export async function mayTry({ pool }: Pick<ApiContext, 'pool'>, { subscription, email }: AccessRow): Promise<boolean> {
  return isTrialEligible(subscription) && !(await hasUsedTrial(pool, await hashEmail(email)));
}

async function createCustomer({ pool, payments }: ApiContext, { userId, email }: AccessRow): Promise<CustomerRow> {
  return await insertCustomer(pool, userId, await payments.createCustomer({ userId, email }));
}

/** The page of this attempt is known: it is good, or it has ended and the next attempt begins (null). */
async function resume(
  context: ApiContext,
  customer: CustomerRow & { checkoutId: string },
  request: CheckoutRequest,
): Promise<string | null> {
  const { payments, pool } = context;
  const checkout = await payments.getCheckout(customer.checkoutId);
  if (checkout.status === 'open') {
    if (checkout.url !== null && checkout.fingerprint === request.fingerprint) return checkout.url;
    await payments.expireCheckout(checkout.checkoutId);
  }
  // Paid on at this very moment, perhaps: then its report is still on the way.
  const subscription = await readSubscription(context, customer.userId);
  if (subscription && isLive(subscription)) throw conflict(SUBSCRIBED);
  await startNextCheckout(pool, customer);
  return null;
}

/** Opens the page of this attempt; null: another tab did, for something else, and is looked at next. */
async function open(
  { payments, pool }: ApiContext,
  customer: CustomerRow,
  request: CheckoutRequest,
): Promise<string | null> {
  const checkout = await create();
  if (checkout === null) {
    await sleep(PAUSE_MS);
    return null;
  }
  return (await updateCheckout(pool, customer, checkout.checkoutId)) ? checkout.url : null;

  async function create(): Promise<Checkout | null> {
    try {
      const key = `checkout:${customer.userId}:${customer.customerId}:${customer.checkoutAttempt}`;
      return await payments.createCheckout(request, key);
    } catch (error) {
      if (error instanceof RequestRejectedError && error.code === 'idempotency_mismatch') return null;
      throw error;
    }
  }
}

/** Tells the page that is wanted from one that was opened for something else. */
function fingerprintOf(wanted: Omit<CheckoutRequest, 'fingerprint'>): string {
  const { customerId, priceId, trialDays, successUrl, cancelUrl } = wanted;
  const text = JSON.stringify([customerId, priceId, trialDays, successUrl, cancelUrl]);
  return createHash('sha256').update(text).digest('hex');
}
