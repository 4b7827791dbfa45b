import { findCustomer, listCustomerUsers } from '#db/queries/payment-customers.ts';
import { deleteOldPaymentEvents } from '#db/queries/payment-events.ts';
import { findSubscription, type SubscriptionRow } from '#db/queries/subscriptions.ts';
import { isOver } from '#domain/billing.ts';
import { followCustomer, type SubscriptionState } from '#workers/billing/follow-customer.ts';
import type { WorkerContext } from '#workers/context.ts';
import { eachUser } from './each-user.ts';
import { guard } from './failure.ts';

const BATCH = 20;
/**
 * Customers compared concurrently, each with one request at a time. The provider allows 25 requests a second per
 * endpoint. At 150 ms a request, this uses half of that limit, leaving the rest for webhooks and users.
 */
const AT_ONCE = 4;
const KEEP_EVENTS_DAYS = 90;

/** `failed` is missing if an earlier build compared the batch. */
export type ReconciledBatch = { checked: number; repaired: number; failed?: string[]; next: string | null };
export type SubscriptionActivities = ReturnType<typeof createSubscriptionActivities>;

/** Creates the activities that call the payment provider, on the queue `billing`. Each is safe to repeat. */
export function createSubscriptionActivities(context: WorkerContext) {
  const { pool, payments, logger } = context;

  /** Returns whether our copy differed from the provider and was repaired. */
  async function compare(userId: string): Promise<boolean> {
    const before = await findSubscription(pool, userId);
    await followCustomer(context, userId);
    const differing = differences(before, await findSubscription(pool, userId));
    if (differing.length === 0) return false;
    logger.warn({ userId, differing }, 'a subscription differed from the provider and was repaired');
    return true;
  }

  return {
    /** Updates our copy of a user's subscription from the provider and queues the resulting emails. */
    async readSubscription({ userId }: { userId: string }): Promise<SubscriptionState> {
      return await guard(logger, () => followCustomer(context, userId));
    },

    /**
     * Ends everything that would be charged and deletes the customer at the provider. Our rows are deleted with the
     * user.
     */
    async endBilling({ userId }: { userId: string }): Promise<void> {
      await guard(logger, async () => {
        const customer = await findCustomer(pool, userId);
        if (!customer) return;
        const { customerId, checkoutId } = customer;
        // Keeps the user from subscribing on a checkout page left open.
        if (checkoutId !== null) await payments.expireCheckout(checkoutId);
        await followCustomer(context, userId);
        const subscriptions = await payments.listSubscriptions(customerId);
        for (const subscription of subscriptions) {
          if (!isOver(subscription)) await payments.cancelNow(subscription.subscriptionId);
        }
        await payments.deleteCustomer(customerId);
      });
    },

    /**
     * Compares a batch of users' subscriptions with the provider, and repairs and logs differences. The first batch
     * also deletes old payment events.
     *
     * @param page.after Last user of the previous batch; null to start.
     * @returns the users it failed for, and where the next batch starts; null after the last
     */
    async reconcileBatch(page: { after: string | null }): Promise<ReconciledBatch> {
      return await guard(logger, async () => {
        if (page.after === null) await deleteOldPaymentEvents(pool, KEEP_EVENTS_DAYS);
        const list = async (users: { after: string | null; limit: number }) => await listCustomerUsers(pool, users);
        let repaired = 0;
        const customers = { after: page.after, batch: BATCH, atOnce: AT_ONCE, list, logger };
        const { checked, failures, next } = await eachUser(customers, async (userId) => {
          if (await compare(userId)) repaired += 1;
        });
        return { checked, repaired, failed: failures.map(({ userId }) => userId), next };
      });
    },

    /** Compares a user's subscription for which the batch failed. */
    async reconcileUser({ userId }: { userId: string }): Promise<{ isRepaired: boolean }> {
      return await guard(logger, async () => ({ isRepaired: await compare(userId) }));
    },
  };
}

/** Returns the names of the fields that differ, never their values, as they are logged. */
function differences(before: SubscriptionRow | null, after: SubscriptionRow | null): string[] {
  const [was, is] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))];
  const fields = new Set([...was.keys(), ...is.keys()]);
  return [...fields].filter((field) => JSON.stringify(was.get(field)) !== JSON.stringify(is.get(field)));
}
