import { startCheckout } from '#api/commands/start-checkout.ts';
import { atProvider } from '#api/payment-failures.ts';
import { checkReturnUrl } from '#api/return-url.ts';
import { route } from '#api/route.ts';
import { createSubscription } from '#contract/subscriptions.ts';

export const createSubscriptionRoute = route(createSubscription, async ({ context, caller, body }) => {
  const { publicUrl } = context.config;
  const { successUrl, cancelUrl, ...wish } = body;
  const url = await atProvider('Failed to create checkout session', () =>
    startCheckout(context, caller, {
      ...wish,
      successUrl: `${publicUrl}${checkReturnUrl(context, 'successUrl', successUrl)}`,
      cancelUrl: `${publicUrl}${checkReturnUrl(context, 'cancelUrl', cancelUrl)}`,
    }),
  );
  return { url };
});
