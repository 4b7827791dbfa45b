import { Router } from 'express';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { unrecognizedUrl } from '#sandbox/stripe/errors.ts';
import { checkoutSessionRoutes } from './checkout-sessions.ts';
import { customerRoutes } from './customers.ts';
import { sendError } from './endpoint.ts';
import { eventRoutes } from './events.ts';
import { idempotent } from './idempotency.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { portalRoutes } from './portal.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { authenticate } from './request-identity.ts';
import { subscriptionScheduleRoutes } from './subscription-schedules.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { testClockRoutes } from './test-clocks.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';

/** Serves everything under /v1. */
export function apiRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use('/v1', authenticate, idempotent(context));
  router.use(productRoutes(context), priceRoutes(context), customerRoutes(context), paymentMethodRoutes(context));
  router.use(
    checkoutSessionRoutes(context),
    subscriptionRoutes(context),
    subscriptionScheduleRoutes(context),
    invoiceRoutes(context),
    portalRoutes(context),
  );
  router.use(eventRoutes(context), webhookEndpointRoutes(context), testClockRoutes(context));
  router.use((req) => {
    throw unrecognizedUrl(req);
  });
  router.use(sendError(context));
  return router;
}
