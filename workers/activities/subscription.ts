import { findCustomer, listCustomerUsers } from '#db/queries/payment-customers.ts';
import { deleteOldPaymentEvents } from '#db/queries/payment-events.ts';
import { findSubscription, type SubscriptionRow } from '#db/queries/subscriptions.ts';
import { isOver } from '#domain/billing.ts';
import { RequestRejectedError } from '#providers/errors.ts';
import { followCustomer, type SubscriptionState } from '#workers/billing/follow-customer.ts';
import type { WorkerContext } from '#workers/context.ts';
import { eachUser } from './each-user.ts';
import { guard } from './failure.ts';

const BATCH = 20;
/**
 * Customers compared at once, each with one request at a time. The provider allows 25 requests a second per endpoint;
 * requests of 150 ms make 13 here, which leaves half to webhooks and users.
 */
const AT_ONCE = 4;
/** The activity's timeout is five minutes. */
const BUDGET_MS = 180_000;
const KEEP_EVENTS_DAYS = 90;

export type SubscriptionActivities = ReturnType<typeof createSubscriptionActivities>;

/** Creates the activities that call the payment provider, on the queue `billing`. Each is safe to repeat. */
export function createSubscriptionActivities(context: WorkerContext) {
  const { pool, payments, logger } = context;

  /** @returns false if the provider rejects this customer, which must not hold up the others */
  async function follow(userId: string): Promise<boolean> {
    try {
      await followCustomer(context, userId);
      return true;
    } catch (error) {
      if (!(error instanceof RequestRejectedError)) throw error;
      logger.error({ err: error, userId }, 'failed to compare a subscription with the provider');
      return false;
    }
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
     * @returns where the next batch starts; null after the last
     */
    async reconcileBatch(page: {
      after: string | null;
    }): Promise<{ checked: number; repaired: number; next: string | null }> {
      return await guard(logger, async () => {
        if (page.after === null) await deleteOldPaymentEvents(pool, KEEP_EVENTS_DAYS);
        const list = async (users: { after: string | null; limit: number }) => await listCustomerUsers(pool, users);
        let repaired = 0;
        const customers = { after: page.after, batch: BATCH, atOnce: AT_ONCE, budgetMs: BUDGET_MS, list, logger };
        const compared = await eachUser(customers, async (userId) => {
          const before = await findSubscription(pool, userId);
          if (!(await follow(userId))) return;
          const differing = differences(before, await findSubscription(pool, userId));
          if (differing.length === 0) return;
          repaired += 1;
          logger.warn({ userId, differing }, 'a subscription differed from the provider and was repaired');
        });
        return { ...compared, repaired };
      });
    },
  };
}

/** Returns the names of the fields that differ, never their values, as they are logged. */
function differences(before: SubscriptionRow | null, after: SubscriptionRow | null): string[] {
  const [was, is] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))];
  const fields = new Set([...was.keys(), ...is.keys()]);
  return [...fields].filter((field) => JSON.stringify(was.get(field)) !== JSON.stringify(is.get(field)));
}
