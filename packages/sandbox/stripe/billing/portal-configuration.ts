import type { StripeContext } from '#sandbox/stripe/context.ts';
import type { PortalConfiguration, Price, Subscription } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { all, put } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';

export const configurationId = 'bpc_default';

/** Creates and stores the default configuration: invoices, cards, cancelling and switching prices. */
export function createConfiguration(context: StripeContext): PortalConfiguration {
  const at = now(context, null);
  const configuration: PortalConfiguration = {
    id: configurationId,
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: at,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: {
          enabled: true,
          feedback_options: null,
          options: ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'],
        },
        enabled: true,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        // `offerInPortal` adds the products whose prices customers can switch to.
        default_allowed_updates: ['price'],
        enabled: true,
        products: [],
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'continue_trial',
      },
    },
    is_default: true,
    livemode: isLive,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: at,
  };
  put(context, 'billing_portal.configuration', configuration);
  return configuration;
}

/** Lets customers switch between the existing prices of a product. */
export function offerInPortal(context: StripeContext, { features }: PortalConfiguration, productId: string): void {
  const prices = all(context, 'price').filter(({ product }) => product === productId);
  features.subscription_update.products = [
    {
      adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
      prices: prices.map(({ id }) => id),
      product: productId,
    },
  ];
}

/**
 * Returns the prices a customer may switch to: none unless the subscription is trialing or active, with no end
 * scheduled.
 */
export function pricesInPortal(
  context: StripeContext,
  { features: { subscription_update: update } }: PortalConfiguration,
  { status, cancel_at, items }: Subscription,
): Price[] {
  if (cancel_at !== null || !['trialing', 'active'].includes(status)) return [];
  const current = items.data[0]?.price.id;
  const offered = (update.products ?? []).flatMap(({ prices }) => prices);
  return all(context, 'price').filter(({ id, active }) => active && id !== current && offered.includes(id));
}
