import { Router } from 'express';
import { startCheckout } from '#api/commands/start-checkout.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { atProvider } from '#api/payment-failures.ts';
import { checkReturnUrl } from '#api/return-url.ts';
import { createSubscription } from '#contract/subscriptions.ts';

export function createSubscriptionRoute(context: ApiContext): Router {
  const { publicUrl } = context.config;
  return Router().post(createSubscription.path, requireUser(context), async (request, response) => {
    const { successUrl, cancelUrl, ...wish } = readBody(createSubscription, request);
    const url = await atProvider('Failed to create checkout session', () =>
      startCheckout(context, currentUser(request), {
        ...wish,
        successUrl: `${publicUrl}${checkReturnUrl(context, 'successUrl', successUrl)}`,
        cancelUrl: `${publicUrl}${checkReturnUrl(context, 'cancelUrl', cancelUrl)}`,
      }),
    );
    answer(response, createSubscription, { url });
  });
}
