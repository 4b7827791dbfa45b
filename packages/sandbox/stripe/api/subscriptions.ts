import { Router } from 'express';
import * as z from 'zod';
import { amountIn } from '#sandbox/stripe/billing/money.ts';
import { referPaymentMethod } from '#sandbox/stripe/billing/payment-methods.ts';
import { addDetails, cancelAt, cancelAtPeriodEnd } from '#sandbox/stripe/billing/subscription-changes.ts';
import { endSubscription } from '#sandbox/stripe/billing/subscription-end.ts';
import { checkItems } from '#sandbox/stripe/billing/subscription-items.ts';
import { changeItems, changeTrialEnd } from '#sandbox/stripe/billing/subscription-updates.ts';
import { createSubscription, periodEnd, resume } from '#sandbox/stripe/billing/subscriptions.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidParameter, invalidRequest, missing } from '#sandbox/stripe/errors.ts';
import type { Subscription } from '#sandbox/stripe/objects.ts';
import { all, get, liveCustomer, refer } from '#sandbox/stripe/store.ts';
import { daySeconds, now } from '#sandbox/stripe/time.ts';
import { change } from '#sandbox/stripe/webhooks/events.ts';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';
import { flag, isWithin, mergeMetadata, range, text } from './params.ts';
import {
  type Changes,
  cancellation,
  changes,
  type NewSubscription,
  newSubscription,
  proration,
  statuses,
} from './subscription-params.ts';

const path = '/v1/subscriptions';

/** Serves subscriptions (https://docs.stripe.com/api/subscriptions), charged automatically and without prorations. */
export function subscriptionRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.post(
    path,
    endpoint(context, newSubscription, ({ params }) => create(context, params)),
  );

  router.get(
    path,
    endpoint(
      context,
      {
        ...paging,
        created: range.optional(),
        current_period_end: range.optional(),
        customer: text.optional(),
        price: text.optional(),
        status: z.enum(statuses).optional(),
        test_clock: text.optional(),
      },
      ({ params: { created, current_period_end, customer, price, status, test_clock, ...paging } }) => {
        const found = all(context, 'subscription').filter(
          (subscription) =>
            isWithin(subscription.created, created) &&
            isWithin(periodEnd(subscription), current_period_end) &&
            (customer === undefined || subscription.customer === customer) &&
            (price === undefined || subscription.items.data.some((item) => item.price.id === price)) &&
            fits(subscription, status) &&
            // Subscriptions on a test clock are only listed when filtering by that clock or by customer.
            (test_clock === undefined
              ? customer !== undefined || subscription.test_clock === null
              : subscription.test_clock === test_clock),
        );
        return page(found, paging, path);
      },
    ),
  );

  router.get(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => get(context, 'subscription', id)),
  );

  router.post(
    `${path}/:id`,
    endpoint(context, changes, ({ id, params }) => update(context, get(context, 'subscription', id), params)),
  );

  router.delete(
    `${path}/:id`,
    endpoint(
      context,
      { cancellation_details: cancellation.optional(), invoice_now: flag.optional(), prorate: flag.optional() },
      ({ id, params }) => {
        const subscription = get(context, 'subscription', id);
        if (subscription.ended_at !== null) throw missing(404, 'subscription', id, 'id');
        addDetails(subscription, params.cancellation_details ?? {});
        endSubscription(context, subscription, { reason: 'cancellation_requested' });
        return subscription;
      },
    ),
  );

  router.post(
    `${path}/:id/resume`,
    endpoint(
      context,
      { billing_cycle_anchor: z.enum(['now']).optional(), proration_behavior: proration.optional() },
      ({ id }) => {
        const subscription = get(context, 'subscription', id);
        if (subscription.status !== 'paused')
          throw invalidRequest('Only a subscription with status `paused` can be resumed.');
        resume(context, subscription);
        return subscription;
      },
    ),
  );

  return router;
}

function create(context: StripeContext, params: NewSubscription): Subscription {
  const customer = liveCustomer(context, params.customer, 'customer');
  const items = params.items.map(({ price, quantity = 1, metadata = {} }, index) => ({
    price: refer(context, 'price', price, `items[${index}][price]`),
    quantity,
    metadata,
  }));
  checkItems(context, items, 'items');
  const { currency } = params;
  const foreign = items.find(({ price }) => currency !== undefined && amountIn(context, price, currency) === undefined);
  if (foreign)
    throw invalidRequest(
      `The price specified only supports \`${foreign.price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
    );
  if (params.trial_end !== undefined && params.trial_period_days !== undefined)
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.', {
      code: 'parameters_exclusive',
    });
  const method = params.default_payment_method;
  if (
    method !== undefined &&
    refer(context, 'payment_method', method, 'default_payment_method').customer !== customer.id
  )
    throw invalidRequest('The payment method must be attached to the customer.', { param: 'default_payment_method' });
  const at = now(context, customer.test_clock ?? null);
  const subscription = createSubscription(context, {
    customer,
    items,
    currency,
    at,
    trialEnd: trialEndOf(params, at),
    defaultPaymentMethod: method ?? null,
    description: params.description ?? null,
    metadata: params.metadata ?? {},
    billingMode: params.billing_mode?.type ?? 'flexible',
    missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    paymentBehavior: params.payment_behavior ?? 'allow_incomplete',
    saveDefaultPaymentMethod: params.payment_settings?.save_default_payment_method ?? 'off',
  });
  planCancellation(context, subscription, params);
  return subscription;
}

function update(context: StripeContext, subscription: Subscription, params: Changes): Subscription {
  const {
    cancellation_details,
    metadata,
    default_payment_method: method,
    description,
    trial_settings,
    trial_end,
  } = params;
  if (
    subscription.ended_at !== null &&
    Object.keys(params).some((name) => name !== 'cancellation_details' && name !== 'metadata')
  )
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    });
  const { schedule } = subscription;
  if (schedule !== null && (params.cancel_at !== undefined || params.cancel_at_period_end !== undefined))
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  const card = method === undefined ? undefined : referPaymentMethod(context, method, 'default_payment_method');
  if (card && card.customer !== subscription.customer)
    throw invalidRequest('The payment method must be attached to the customer.', { param: 'default_payment_method' });
  if (params.items) changeItems(context, subscription, params.items, params.proration_behavior);
  change(context, 'customer.subscription.updated', subscription, (changed) => {
    changed.metadata = mergeMetadata(changed.metadata, metadata);
    addDetails(changed, cancellation_details ?? {});
    if (card) changed.default_payment_method = card.id;
    if (description !== undefined) changed.description = description;
    if (trial_settings && changed.trial_settings)
      changed.trial_settings.end_behavior.missing_payment_method = trial_settings.end_behavior.missing_payment_method;
  });
  if (trial_end !== undefined) changeTrialEnd(context, subscription, trial_end === 'now' ? 'now' : Number(trial_end));
  planCancellation(context, subscription, params);
  return subscription;
}

function planCancellation(
  context: StripeContext,
  subscription: Subscription,
  { cancel_at: at, cancel_at_period_end }: Pick<Changes, 'cancel_at' | 'cancel_at_period_end'>,
): void {
  if (at !== undefined && cancel_at_period_end !== undefined)
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      code: 'parameters_exclusive',
    });
  if (cancel_at_period_end !== undefined && cancel_at_period_end !== subscription.cancel_at_period_end)
    cancelAtPeriodEnd(context, subscription, cancel_at_period_end);
  if (at === undefined) return;
  const moment = at.endsWith('_period_end') ? periodEnd(subscription) : Number(at);
  if (at !== '' && moment <= now(context, subscription.test_clock))
    throw invalidParameter('The `cancel_at` timestamp must be in the future.', 'cancel_at');
  cancelAt(context, subscription, at === '' ? null : moment);
}

function trialEndOf({ trial_end, trial_period_days: days }: NewSubscription, at: number): number | null {
  if (days !== undefined) {
    if (days < 0) throw invalidParameter('This value must be greater than or equal to 0.', 'trial_period_days');
    return days === 0 ? null : at + days * daySeconds;
  }
  if (trial_end === undefined || trial_end === 'now') return null;
  if (Number(trial_end) <= at)
    throw invalidParameter('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
  return Number(trial_end);
}

function fits({ status, ended_at }: Subscription, wanted: (typeof statuses)[number] | undefined): boolean {
  if (wanted === 'all') return true;
  if (wanted === undefined) return status !== 'canceled' && status !== 'incomplete_expired';
  return wanted === 'ended' ? ended_at !== null : status === wanted;
}
