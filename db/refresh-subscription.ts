import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import { isValidStatus } from '#domain/access.ts';
import { type BilledSubscription, decidingSubscription } from '#domain/billing.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';
import { hashEmail } from './email-hash.ts';
import { type CustomerRow, claimVersion, findCustomer } from './queries/payment-customers.ts';
import { lockPlanning } from './queries/planning-locks.ts';
import { findSubscription, writeSubscription } from './queries/subscriptions.ts';
import { rememberTrial } from './queries/used-trials.ts';
import { findUser } from './queries/users.ts';
import type { Transaction } from './sql.ts';
import { wakeComingMeetings } from './wake-meetings.ts';

/** Each failed try means that another writer succeeded, so this many can write at the same time. */
const TRIES = 40;
/** Longest random pause before another try, so that writers don't retry in lockstep. */
const MOST_PAUSE_MS = 100;

/**
 * Updates our copy of a user's subscription from the provider. Safe to run concurrently: if another writer
 * was faster, it reads again, so that an old response never replaces a newer one. If access starts or
 * returns, upcoming meetings are planned again.
 *
 * @param read Reads all of a customer's subscriptions from the provider.
 * @returns the subscription that determines access; null if there is none, or no such customer or user
 */
export async function refreshSubscription(
  pool: DatabasePool,
  userId: string,
  read: (customerId: string) => Promise<readonly BilledSubscription[]>,
): Promise<BilledSubscription | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const customer = await findCustomer(pool, userId);
    if (!customer) return null;
    const subscriptions = await read(customer.customerId);
    const current = decidingSubscription(subscriptions);
    const emailHash = await hashNewTrial(pool, customer, subscriptions);
    const isWritten = await pool.transaction(async (transaction) => {
      const isReturning = await lockReturning(transaction, userId, current);
      if (!(await claimVersion(transaction, customer))) return false;
      await writeSubscription(transaction, userId, current);
      if (emailHash) await rememberTrial(transaction, userId, emailHash);
      if (isReturning) await wakeComingMeetings(transaction, userId);
      return true;
    });
    if (isWritten) return current;
    await sleep(Math.random() * MOST_PAUSE_MS);
  }
  throw new LoggableError('Failed to update our copy of a subscription: it kept changing concurrently.');
}

/**
 * Returns whether the subscription becomes valid and the account is open. If so, locks the meetings, which must be
 * locked before the subscription, as all other writers do.
 */
async function lockReturning(
  transaction: Transaction,
  userId: string,
  current: BilledSubscription | null,
): Promise<boolean> {
  if (current === null || !isValidStatus(current.status)) return false;
  const before = await findSubscription(transaction, userId);
  if (before && isValidStatus(before.status)) return false;
  return await lockPlanning(transaction, userId);
}

/** Returns the hash of an address whose trial is not yet recorded; null if there is nothing to record. */
async function hashNewTrial(
  pool: DatabasePool,
  { userId, isTrialRemembered }: CustomerRow,
  subscriptions: readonly BilledSubscription[],
): Promise<Buffer | null> {
  if (isTrialRemembered || !subscriptions.some(({ trialEndsAt }) => trialEndsAt !== null)) return null;
  const user = await findUser(pool, userId);
  return user && (await hashEmail(user.email));
}
