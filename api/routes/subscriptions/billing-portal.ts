import { Router } from 'express';
import { catchUpSubscription } from '#api/commands/change-subscription.ts';
import type { ApiContext } from '#api/context.ts';
import { conflict, vendorRefused } from '#api/errors.ts';
import { answer } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { atProvider } from '#api/payment-failures.ts';
import { openBillingPortal } from '#contract/subscriptions.ts';
import { findCustomer } from '#db/queries/payment-customers.ts';
import { RequestRejectedError } from '#providers/errors.ts';

const FAILED = 'Failed to open billing portal. Please try again later.';
const NOT_READY = 'Billing portal is being set up. Please try again later.';

export function billingPortalRoute(context: ApiContext): Router {
  const { pool, payments, config } = context;
  return Router().get(openBillingPortal.path, requireUser(context), async (request, response) => {
    const { userId, subscription } = currentUser(request);
    const customer = await findCustomer(pool, userId);
    if (!customer) throw conflict('There is no subscription to manage yet.');
    const returnUrl = `${config.publicUrl}/app/settings`;
    const url = await atProvider(FAILED, async () => {
      try {
        return await payments.createPortal({ customerId: customer.customerId, returnUrl });
      } catch (error) {
        if (error instanceof RequestRejectedError && error.code === 'portal_not_configured') {
          throw vendorRefused(error, NOT_READY);
        }
        if (error instanceof RequestRejectedError && error.code === 'customer_missing') {
          // The customer and their subscription were deleted at the provider. Updates our copy, so that the app offers
          // a new one.
          await catchUpSubscription(context, userId, subscription?.status ?? null);
          throw conflict('There is no longer a subscription to manage.');
        }
        throw error;
      }
    });
    answer(response, openBillingPortal, { url });
  });
}
