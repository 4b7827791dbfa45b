import type { StripeContext } from '#sandbox/stripe/context.ts';
import type { PortalConfiguration } from '#sandbox/stripe/objects.ts';
import { put } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';

/** A configuration, already among the others: the default one with everything on that the portal has, any other with nothing on. */
export function createConfiguration(
  context: StripeContext,
  id: string,
  { isDefault }: { isDefault: boolean },
): PortalConfiguration {
  const at = now(context, null);
  const configuration: PortalConfiguration = {
    id,
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: at,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: isDefault },
      payment_method_update: { enabled: isDefault, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: {
          enabled: isDefault,
          feedback_options: null,
          options: ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'],
        },
        enabled: isDefault,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        products: [],
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: at,
  };
  put(context, 'billing_portal.configuration', configuration);
  return configuration;
}
