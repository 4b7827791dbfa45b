import type { DatabasePool } from 'slonik';
import { isValidStatus } from '#domain/access.ts';
import { type BilledSubscription, decidingSubscription } from '#domain/billing.ts';
import { hashEmail } from './email-hash.ts';
import { type CustomerRow, claimVersion, findCustomer } from './queries/payment-customers.ts';
import { lockPlanning } from './queries/planning-locks.ts';
import { findSubscription, writeSubscription } from './queries/subscriptions.ts';
import { rememberTrial } from './queries/used-trials.ts';
import { findUser } from './queries/users.ts';
import type { Transaction } from './sql.ts';
import { wakeComingMeetings } from './wake-meetings.ts';

const TRIES = 5;

/**
 * Updates our copy of a user's subscription from the provider. Safe to run concurrently: a reader that started before
 * another's write reads again, so an old answer never replaces a newer one. If access starts or returns, upcoming
 * meetings are planned again.
 *
 * @param read Reads all of a customer's subscriptions at the provider.
 * @returns the subscription that counts; null if there is none, or no such customer or user
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
  }
  throw new Error('The copy of a subscription was repeatedly changed by others.');
}

/** Whether the copy is about to become valid. Locks meetings before the subscription, like their other writers. */
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

/** Null if there is nothing new to record. */
async function hashNewTrial(
  pool: DatabasePool,
  { userId, isTrialRemembered }: CustomerRow,
  subscriptions: readonly BilledSubscription[],
): Promise<Buffer | null> {
  if (isTrialRemembered || !subscriptions.some(({ trialEndsAt }) => trialEndsAt !== null)) return null;
  const user = await findUser(pool, userId);
  return user && (await hashEmail(user.email));
}
