import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidRequest } from '#sandbox/stripe/errors.ts';
import type { Subscription, SubscriptionSchedule } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { find, put } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';
import { change, emit } from '#sandbox/stripe/webhooks/events.ts';

/**
 * Attaches a schedule to a subscription. Its only phase is the current period; after that, the schedule releases the
 * subscription. @throws 400 if the subscription has ended or already has a schedule
 */
export function createSchedule(context: StripeContext, subscription: Subscription): SubscriptionSchedule {
  if (subscription.schedule !== null)
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
    );
  if (subscription.ended_at !== null)
    throw invalidRequest(`You cannot migrate a subscription that is in the \`${subscription.status}\` status.`);
  const schedule = buildSchedule(context, subscription);
  put(context, 'subscription_schedule', schedule);
  emit(context, 'subscription_schedule.created', schedule);
  change(context, 'customer.subscription.updated', subscription, (managed) => {
    managed.schedule = schedule.id;
  });
  return schedule;
}

/** Detaches a schedule, leaving its subscription as it is. @throws 400 if it is not active */
export function releaseSchedule(context: StripeContext, schedule: SubscriptionSchedule): void {
  if (schedule.status !== 'active')
    throw invalidRequest(
      `You cannot release a subscription schedule that is currently in the \`${schedule.status}\` status. It must be in \`not_started, active\` status to be released.`,
    );
  const subscription = find(context, 'subscription', schedule.subscription ?? '');
  schedule.status = 'released';
  schedule.current_phase = null;
  schedule.released_at = now(context, schedule.test_clock);
  schedule.released_subscription = schedule.subscription;
  schedule.subscription = null;
  emit(context, 'subscription_schedule.released', schedule);
  if (!subscription) return;
  change(context, 'customer.subscription.updated', subscription, (released) => {
    released.schedule = null;
  });
}

/** Returns the active schedule of a subscription, if any. */
export function scheduleOf(context: StripeContext, { schedule }: Subscription): SubscriptionSchedule | undefined {
  return schedule === null ? undefined : find(context, 'subscription_schedule', schedule);
}

/** Ends the schedule of a subscription that has just ended. */
export function cancelSchedule(context: StripeContext, subscription: Subscription): void {
  const schedule = scheduleOf(context, subscription);
  if (schedule?.status !== 'active') return;
  schedule.status = 'canceled';
  schedule.current_phase = null;
  schedule.canceled_at = now(context, schedule.test_clock);
  emit(context, 'subscription_schedule.canceled', schedule);
}

function buildSchedule(context: StripeContext, subscription: Subscription): SubscriptionSchedule {
  const { billing_mode, currency, customer, items, test_clock, trial_end } = subscription;
  const at = now(context, test_clock);
  const [first] = items.data;
  const period = { start_date: first?.current_period_start ?? at, end_date: first?.current_period_end ?? at };
  return {
    id: context.newId('sub_sched_'),
    object: 'subscription_schedule',
    application: null,
    billing_mode,
    canceled_at: null,
    completed_at: null,
    created: at,
    current_phase: period,
    customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: isLive,
    metadata: {},
    pause_schedules: [],
    phases: [
      {
        ...period,
        add_invoice_items: [],
        application_fee_percent: null,
        billing_cycle_anchor: null,
        billing_thresholds: null,
        collection_method: null,
        currency,
        default_payment_method: subscription.default_payment_method,
        default_tax_rates: [],
        description: null,
        discounts: [],
        invoice_settings: null,
        items: items.data.map(({ price, quantity = 1 }) => ({
          billing_thresholds: null,
          discounts: [],
          metadata: {},
          plan: price.id,
          price: price.id,
          quantity,
          tax_rates: [],
        })),
        metadata: {},
        on_behalf_of: null,
        proration_behavior: 'create_prorations',
        transfer_data: null,
        trial_end,
      },
    ],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock,
  };
}
