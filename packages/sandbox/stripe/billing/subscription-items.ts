import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidParameter, invalidRequest } from '#sandbox/stripe/errors.ts';
import type { Price, SubscriptionItem } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { find } from '#sandbox/stripe/store.ts';
import type { Interval } from '#sandbox/stripe/time.ts';

export type ItemInput = { price: Price; quantity: number; metadata?: Record<string, string> };

/**
 * Checks the prices of a subscription. @throws 400 if a price does not allow subscriptions or does not fit the others
 */
export function checkItems(context: StripeContext, items: Pick<ItemInput, 'price'>[], param: string): void {
  const [first] = items;
  if (!first) throw invalidParameter(`Missing required param: ${param}.`, param, 'parameter_missing');
  items.forEach(({ price }, index) => {
    const at = `${param}[${index}][price]`;
    if (!price.recurring)
      throw invalidRequest(
        `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
        { param: at },
      );
    if (!price.active)
      throw invalidRequest('The price specified is inactive. This field only accepts active prices.', { param: at });
    const product = find(context, 'product', price.product);
    if (!product || product.deleted || !product.active)
      throw invalidRequest(
        `The price specified is attached to the product \`${price.product}\`, which is marked as inactive, and thus no new subscriptions can be created to it.`,
        { param: at, code: 'product_inactive' },
      );
    if (price.currency !== first.price.currency)
      throw invalidRequest('All prices on a subscription must use the same currency.', { param: at });
    if (JSON.stringify(intervalOf(price)) !== JSON.stringify(intervalOf(first.price)))
      throw invalidRequest('This sandbox bills all items of a subscription at the same interval.', { param: at });
  });
}

export function intervalOf({ recurring }: Price): Interval {
  return { interval: recurring?.interval ?? 'month', interval_count: recurring?.interval_count ?? 1 };
}

/** Returns a price in its legacy form, a plan, which items still contain. */
export function planOf(price: Price): SubscriptionItem['plan'] {
  const { id, active, unit_amount, unit_amount_decimal, created, currency, metadata, nickname, product } = price;
  return {
    id,
    object: 'plan',
    active,
    amount: unit_amount,
    amount_decimal: unit_amount_decimal,
    billing_scheme: 'per_unit',
    created,
    currency,
    ...intervalOf(price),
    livemode: isLive,
    metadata,
    meter: null,
    nickname,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function createItem(
  context: StripeContext,
  { subscription, input, period }: { subscription: string; input: ItemInput; period: { start: number; end: number } },
): SubscriptionItem {
  const { price, quantity, metadata = {} } = input;
  return {
    id: context.newId('si_'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata,
    plan: planOf(price),
    price: structuredClone(price),
    quantity,
    subscription,
    tax_rates: [],
  };
}
