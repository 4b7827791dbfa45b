import express from 'express';
import { createControl } from '#sandbox/control/control.ts';
import { apiRoutes } from '#sandbox/stripe/api/api.ts';
import { identify } from '#sandbox/stripe/api/request-identity.ts';
import { arriveInterrupted } from '#sandbox/stripe/api/test-clocks.ts';
import { catchUp } from '#sandbox/stripe/billing/timeline.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { addControls } from '#sandbox/stripe/control-routes.ts';
import { errorBody } from '#sandbox/stripe/errors.ts';
import { randomId } from '#sandbox/stripe/ids.ts';
import { checkoutPages } from '#sandbox/stripe/pages/checkout.ts';
import { invoicePages } from '#sandbox/stripe/pages/invoice.ts';
import { portalPages } from '#sandbox/stripe/pages/portal.ts';
import { seedAccount } from '#sandbox/stripe/seed.ts';
import { emptyState, stripeState } from '#sandbox/stripe/state.ts';
import { createDeliveries } from '#sandbox/stripe/webhooks/deliveries.ts';
import type { Vendor, VendorOptions } from '#sandbox/vendor.ts';

/** Interval between checks of the timeline for due events. */
const tickMs = 1_000;

/**
 * Creates Stripe's API, hosted pages and webhooks for one account, seeded with Foreword's plan and dana's trial.
 */
export function createStripe({ clock, store, baseUrl, productUrl }: VendorOptions): Vendor {
  const saved = store.load(stripeState);
  const context: StripeContext = {
    state: saved ?? emptyState(),
    clock,
    baseUrl,
    productUrl,
    cause: null,
    moment: null,
    newId: randomId,
    deliver: (event) => deliveries.enqueue(event),
    save: () => store.save(context.state),
  };
  const deliveries = createDeliveries(context);
  if (!saved) reset();

  function reset(): void {
    context.state = emptyState();
    seedAccount(context);
    context.save();
  }

  const control = createControl({ name: 'stripe', clock, reset, errorBody, onClock: () => catchUp(context) });
  addControls(control.own, context, deliveries);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'extended');
  app.use(identify);
  app.use(control.router);
  app.use(checkoutPages(context), portalPages(context), invoicePages(context));
  app.use(apiRoutes(context));

  deliveries.start();
  arriveInterrupted(context);
  const ticks = setInterval(() => catchUp(context), tickMs).unref();

  return {
    name: 'stripe',
    app,
    control,
    reset,
    close: () => {
      clearInterval(ticks);
      deliveries.stop();
    },
  };
}
