import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { openBillingPortal } from '#api/contract/subscriptions.ts';
import { conflict, vendorRefused } from '#api/errors.ts';
import { answer } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { atProvider } from '#api/payment-failures.ts';
import { findCustomer } from '#db/queries/payment-customers.ts';
import { RequestRejectedError } from '#providers/errors.ts';

const FAILED = 'Failed to open billing portal. Please try again later.';
const NOT_READY = 'Billing portal is being set up. Please try again later.';

export function billingPortalRoute(context: ApiContext): Router {
  const { pool, payments, config } = context;
  return Router().get(openBillingPortal.path, requireUser(context), async (request, response) => {
    const customer = await findCustomer(pool, currentUser(request).userId);
    if (!customer) throw conflict('There is no subscription to manage yet.');
    const returnUrl = `${config.publicUrl}/app/settings`;
    const url = await atProvider(FAILED, async () => {
      try {
        return await payments.createPortal({ customerId: customer.customerId, returnUrl });
      } catch (error) {
        if (error instanceof RequestRejectedError && error.code === 'portal_not_configured') {
          throw vendorRefused(error, NOT_READY);
        }
        throw error;
      }
    });
    answer(response, openBillingPortal, { url });
  });
}
