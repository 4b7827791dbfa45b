import { catchUpSubscription } from '#api/commands/change-subscription.ts';
import { conflict, vendorRefused } from '#api/errors.ts';
import { atProvider } from '#api/payment-failures.ts';
import { route } from '#api/route.ts';
import { openBillingPortal } from '#contract/subscriptions.ts';
import { findCustomer } from '#db/queries/payment-customers.ts';
import { RequestRejectedError } from '#providers/errors.ts';

const FAILED = 'Failed to open billing portal. Please try again later.';
const NOT_READY = 'Billing portal is being set up. Please try again later.';

export const billingPortalRoute = route(openBillingPortal, async ({ context, caller: { userId, subscription } }) => {
  const { pool, payments, config } = context;
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
        // The provider deleted the customer and the subscription. Updating our copy makes the app offer a new one.
        await catchUpSubscription(context, userId, subscription?.status ?? null);
        throw conflict('There is no longer a subscription to manage.');
      }
      throw error;
    }
  });
  return { url };
});
