import { Router } from 'express';
import * as z from 'zod';
import { configurationId } from '#sandbox/stripe/billing/portal-configuration.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidRequest } from '#sandbox/stripe/errors.ts';
import { randomText } from '#sandbox/stripe/ids.ts';
import type { PortalSession } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { get, liveCustomer, put, refer } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { endpoint } from './endpoint.ts';
import { text, url } from './params.ts';

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

/** An unopened link expires after 5 minutes of real time. */
const unopenedMs = 5 * 60_000;

/** Serves portal sessions (https://docs.stripe.com/api/customer_portal). */
export function portalRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.post(
    '/v1/billing_portal/sessions',
    endpoint(
      context,
      {
        customer: text,
        flow_data: flow.optional(),
        locale: text.optional(),
        return_url: url.optional(),
      },
      ({ params }) => {
        liveCustomer(context, params.customer, 'customer');
        const configuration = get(context, 'billing_portal.configuration', configurationId);
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

  return router;
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
