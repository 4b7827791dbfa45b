import { Router } from 'express';
import * as z from 'zod';
import { expireCheckout } from '#sandbox/stripe/billing/checkout.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidRequest } from '#sandbox/stripe/errors.ts';
import { all, get } from '#sandbox/stripe/store.ts';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';
import { createSession, newSession } from './new-checkout-session.ts';
import { isWithin, range, text } from './params.ts';

const path = '/v1/checkout/sessions';
/** Serves Checkout Sessions (https://docs.stripe.com/api/checkout/sessions) for subscriptions on the hosted page. */
export function checkoutSessionRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.post(
    path,
    endpoint(context, newSession, ({ params }) => createSession(context, params)),
  );

  router.get(
    path,
    endpoint(
      context,
      {
        ...paging,
        created: range.optional(),
        customer: text.optional(),
        status: z.enum(['open', 'complete', 'expired']).optional(),
        subscription: text.optional(),
      },
      ({ params: { created, customer, status, subscription, ...paging } }) => {
        const found = all(context, 'checkout.session').filter(
          (session) =>
            isWithin(session.created, created) &&
            (customer === undefined || session.customer === customer) &&
            (status === undefined || session.status === status) &&
            (subscription === undefined || session.subscription === subscription),
        );
        return page(found, paging, path);
      },
    ),
  );

  router.get(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => get(context, 'checkout.session', id)),
  );

  router.post(
    `${path}/:id/expire`,
    endpoint(context, {}, ({ id }) => {
      const session = get(context, 'checkout.session', id);
      if (session.status !== 'open')
        throw invalidRequest(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        );
      expireCheckout(context, session);
      return session;
    }),
  );

  return router;
}
