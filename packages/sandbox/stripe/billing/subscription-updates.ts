import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidParameter, invalidRequest } from '#sandbox/stripe/errors.ts';
import type { Price, Subscription } from '#sandbox/stripe/objects.ts';
import { refer } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';
import { change } from '#sandbox/stripe/webhooks/events.ts';
import { checkItems, intervalOf, planOf } from './subscription-items.ts';
import { announceTrialEnd, beginAnew, endTrial } from './subscriptions.ts';

type ItemChange = {
  id: string;
  price?: string | undefined;
  quantity?: number | undefined;
  metadata?: Record<string, string> | undefined;
};

/** Changes prices or quantities from the next invoice on, without prorations. @throws 400 if this is impossible */
export function changeItems(
  context: StripeContext,
  subscription: Subscription,
  items: ItemChange[],
  proration: string | undefined,
): void {
  if (proration !== 'none' && subscription.status !== 'trialing')
    throw invalidParameter('This sandbox computes no prorations: pass proration_behavior=none.', 'proration_behavior');
  const planned = items.map((item, index) => {
    const current = subscription.items.data.find(({ id }) => id === item.id);
    if (!current)
      throw invalidRequest(`No such subscription item: '${item.id}'`, {
        code: 'resource_missing',
        param: `items[${index}][id]`,
      });
    const price =
      item.price === undefined ? current.price : refer(context, 'price', item.price, `items[${index}][price]`);
    return { current, price, quantity: item.quantity ?? current.quantity ?? 1, metadata: item.metadata };
  });
  checkItems(context, planned, 'items');
  const [first] = subscription.items.data;
  const same = planned.every(({ price }) => price.recurring?.interval === first?.price.recurring?.interval);
  if (!same && subscription.status !== 'trialing')
    throw invalidParameter('This sandbox changes the interval of a subscription during its trial only.', 'items');
  change(context, 'customer.subscription.updated', subscription, () => {
    for (const { current, price, quantity, metadata } of planned) {
      current.price = structuredClone(price);
      current.plan = planOf(price);
      current.quantity = quantity;
      if (metadata) current.metadata = metadata;
    }
  });
}

/**
 * Changes the price of a single-item subscription like the customer portal. A trial continues. With the same interval,
 * the next invoice is the first at the new price; a different one starts a new period, which is charged immediately.
 */
export function switchPrice(context: StripeContext, subscription: Subscription, price: Price): void {
  const [item] = subscription.items.data;
  if (!item) return;
  const isSameInterval = JSON.stringify(intervalOf(price)) === JSON.stringify(intervalOf(item.price));
  if (isSameInterval || subscription.status === 'trialing')
    return changeItems(context, subscription, [{ id: item.id, price: price.id }], 'none');
  checkItems(context, [{ price }], 'items');
  change(context, 'customer.subscription.updated', subscription, () => {
    item.price = structuredClone(price);
    item.plan = planOf(price);
  });
  beginAnew(context, subscription);
}

/** Extends, shortens or ends a trial. @throws 400 if the time is in the past */
export function changeTrialEnd(context: StripeContext, subscription: Subscription, end: number | 'now'): void {
  const at = now(context, subscription.test_clock);
  if (end === 'now') {
    if (subscription.status === 'trialing') endTrial(context, subscription, { chargeNow: true });
    return;
  }
  if (end <= at)
    throw invalidParameter('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
  change(context, 'customer.subscription.updated', subscription, (changed) => {
    if (changed.status !== 'trialing') changed.trial_start = at;
    changed.status = 'trialing';
    changed.trial_end = end;
    changed.billing_cycle_anchor = end;
    if (changed.cancel_at_period_end) changed.cancel_at = end;
    for (const item of changed.items.data) item.current_period_end = end;
  });
  announceTrialEnd(context, subscription);
}
