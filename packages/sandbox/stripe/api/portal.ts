import { Router } from 'express';
import * as z from 'zod';
import { createConfiguration } from '#sandbox/stripe/billing/portal-configuration.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidRequest } from '#sandbox/stripe/errors.ts';
import { randomText } from '#sandbox/stripe/ids.ts';
import type { PortalConfiguration, PortalSession } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { all, get, liveCustomer, put, refer } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';
import { change, emit } from '#sandbox/stripe/webhooks/events.ts';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';
import { clearable, flag, mergeMetadata, metadata, text, url } from './params.ts';

const enabled = z.strictObject({ enabled: flag });
const features = z.strictObject({
  invoice_history: enabled.optional(),
  payment_method_update: enabled.optional(),
  subscription_cancel: z
    .strictObject({ enabled: flag, mode: z.enum(['at_period_end', 'immediately']).optional() })
    .optional(),
});
const settings = {
  business_profile: z
    .strictObject({
      headline: clearable.optional(),
      privacy_policy_url: url.optional(),
      terms_of_service_url: url.optional(),
    })
    .optional(),
  default_return_url: url.optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
};
const flow = z.strictObject({
  type: z.enum(['payment_method_update', 'subscription_cancel']),
  subscription_cancel: z.strictObject({ subscription: text }).optional(),
  after_completion: z
    .strictObject({
      type: z.enum(['portal_homepage', 'redirect']),
      redirect: z.strictObject({ return_url: url }).optional(),
    })
    .optional(),
});
type FlowInput = z.output<typeof flow>;

const configurations = '/v1/billing_portal/configurations';
/** An unopened link expires after 5 minutes of real time. */
const unopenedMs = 5 * 60_000;

/** Serves the portal's sessions and configurations (https://docs.stripe.com/api/customer_portal). */
export function portalRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.post(
    '/v1/billing_portal/sessions',
    endpoint(
      context,
      {
        customer: text,
        configuration: text.optional(),
        flow_data: flow.optional(),
        locale: text.optional(),
        return_url: url.optional(),
      },
      ({ params }) => {
        liveCustomer(context, params.customer, 'customer');
        const configuration = usedConfiguration(context, params.configuration);
        const id = context.newId('bps_');
        const session: PortalSession = {
          id,
          object: 'billing_portal.session',
          configuration: configuration.id,
          created: now(context, null),
          customer: params.customer,
          customer_account: null,
          flow: params.flow_data ? createFlow(context, params.flow_data) : null,
          livemode: isLive,
          locale: params.locale ?? null,
          on_behalf_of: null,
          return_url: params.return_url ?? configuration.default_return_url,
          url: `${context.baseUrl}/p/session/test_${randomText(40)}`,
        };
        put(context, 'billing_portal.session', session);
        context.state.portalAccess[id] = Date.now() + unopenedMs;
        emit(context, 'billing_portal.session.created', session);
        return session;
      },
    ),
  );

  router.post(
    configurations,
    endpoint(context, { ...settings, features }, ({ params }) => {
      const configuration = createConfiguration(context, context.newId('bpc_'), { isDefault: false });
      assign(configuration, params);
      emit(context, 'billing_portal.configuration.created', configuration);
      return configuration;
    }),
  );

  router.get(
    configurations,
    endpoint(
      context,
      { ...paging, active: flag.optional(), is_default: flag.optional() },
      ({ params: { active, is_default, ...paging } }) => {
        const found = all(context, 'billing_portal.configuration').filter(
          (configuration) =>
            (active === undefined || configuration.active === active) &&
            (is_default === undefined || configuration.is_default === is_default),
        );
        return page(found, paging, configurations);
      },
    ),
  );

  router.get(
    `${configurations}/:id`,
    endpoint(context, {}, ({ id }) => get(context, 'billing_portal.configuration', id)),
  );

  router.post(
    `${configurations}/:id`,
    endpoint(
      context,
      { ...settings, features: features.optional(), active: flag.optional() },
      ({ id, params: { active, ...params } }) => {
        const configuration = get(context, 'billing_portal.configuration', id);
        if (active === false && configuration.is_default)
          throw invalidRequest('You cannot deactivate the default configuration.', { param: 'active' });
        change(context, 'billing_portal.configuration.updated', configuration, (changed) => {
          assign(changed, params);
          if (active !== undefined) changed.active = active;
          changed.updated = now(context, null);
        });
        return configuration;
      },
    ),
  );

  return router;
}

type Settings = z.output<z.ZodObject<typeof settings>> & { features?: z.output<typeof features> | undefined };

function assign(
  configuration: PortalConfiguration,
  { business_profile, features, metadata, ...fields }: Settings,
): void {
  if (fields.default_return_url !== undefined) configuration.default_return_url = fields.default_return_url;
  if (fields.name !== undefined) configuration.name = fields.name;
  configuration.metadata = mergeMetadata(configuration.metadata ?? {}, metadata);
  Object.assign(configuration.business_profile, business_profile);
  Object.assign(configuration.features.invoice_history, features?.invoice_history);
  Object.assign(configuration.features.payment_method_update, features?.payment_method_update);
  Object.assign(configuration.features.subscription_cancel, features?.subscription_cancel);
}

function usedConfiguration(context: StripeContext, id: string | undefined): PortalConfiguration {
  if (id !== undefined) return refer(context, 'billing_portal.configuration', id, 'configuration');
  const standard = all(context, 'billing_portal.configuration').find(({ is_default }) => is_default);
  if (!standard) throw new Error('The sandbox has no default portal configuration.');
  return standard;
}

function createFlow(
  context: StripeContext,
  { type, subscription_cancel, after_completion }: FlowInput,
): PortalSession['flow'] {
  if (type === 'subscription_cancel' && !subscription_cancel)
    throw invalidRequest(
      'You must specify `flow_data[subscription_cancel]` when `flow_data[type]` is `subscription_cancel`.',
      {
        code: 'parameter_missing',
        param: 'flow_data[subscription_cancel]',
      },
    );
  if (subscription_cancel)
    refer(context, 'subscription', subscription_cancel.subscription, 'flow_data[subscription_cancel][subscription]');
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: after_completion?.redirect ?? null,
      type: after_completion?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: subscription_cancel ? { retention: null, ...subscription_cancel } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type,
  };
}
