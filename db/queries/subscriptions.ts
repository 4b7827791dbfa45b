import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import type { BilledSubscription } from '#domain/billing.ts';

const subscriptionRow = z.object({
  subscriptionId: z.string().nullable(),
  customerId: z.string().nullable(),
  plan: z.string(),
  status: z.string(),
  trialEndsAt: z.date().nullable(),
  currentPeriodStart: z.date().nullable(),
  currentPeriodEnd: z.date().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  researchLimit: z.number().nullable(),
  meetingLimit: z.number().nullable(),
});
export type SubscriptionRow = z.infer<typeof subscriptionRow>;

/** Returns our copy of the user's subscription at the provider; null if there is none. */
export async function findSubscription(connection: Connection, userId: string) {
  return await connection.maybeOne(sql.type(subscriptionRow)`
    select provider_subscription_id as "subscriptionId", provider_customer_id as "customerId", plan, status,
      trial_ends_at as "trialEndsAt", current_period_start as "currentPeriodStart", current_period_end as "currentPeriodEnd",
      cancel_at_period_end as "cancelAtPeriodEnd", research_limit as "researchLimit", meeting_limit as "meetingLimit"
    from subscriptions where user_id = ${userId}
  `);
}

/** Writes our copy of the user's subscription; deletes it if the provider has none (null). */
export async function writeSubscription(
  transaction: Transaction,
  userId: string,
  subscription: BilledSubscription | null,
) {
  if (!subscription) {
    await transaction.query(sql.typeAlias('void')`delete from subscriptions where user_id = ${userId}`);
    return;
  }
  const { subscriptionId, customerId, plan, status, cancelAtPeriodEnd, researchLimit, meetingLimit } = subscription;
  await transaction.query(sql.typeAlias('void')`
    insert into subscriptions (user_id, provider_subscription_id, provider_customer_id, plan, status, trial_ends_at, current_period_start,
      current_period_end, cancel_at_period_end, research_limit, meeting_limit, synced_at, period_seen_at)
    values (${userId}, ${subscriptionId}, ${customerId}, ${plan}, ${status}, ${instant(subscription.trialEndsAt)},
      ${instant(subscription.currentPeriodStart)}, ${instant(subscription.currentPeriodEnd)}, ${cancelAtPeriodEnd},
      ${researchLimit}, ${meetingLimit}, now(), now())
    on conflict (user_id) do update set
      provider_subscription_id = excluded.provider_subscription_id, provider_customer_id = excluded.provider_customer_id,
      plan = excluded.plan, status = excluded.status, trial_ends_at = excluded.trial_ends_at,
      current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
      cancel_at_period_end = excluded.cancel_at_period_end, research_limit = excluded.research_limit,
      meeting_limit = excluded.meeting_limit, synced_at = now(), updated_at = now(),
      period_seen_at = case when subscriptions.current_period_start is distinct from excluded.current_period_start
        then now() else subscriptions.period_seen_at end
  `);
}

function instant(date: Date | null) {
  return date && sql.timestamp(date);
}
