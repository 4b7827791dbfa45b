import { Router } from 'express';
import * as z from 'zod';
import { attach, createCard, detach, referPaymentMethod } from '#sandbox/stripe/billing/payment-methods.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { all, get, liveCustomer } from '#sandbox/stripe/store.ts';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';
import { metadata, text, whole } from './params.ts';

const billing = z.strictObject({ name: text.optional(), email: text.optional() });
const card = z.strictObject({ number: text, exp_month: whole, exp_year: whole, cvc: text.optional() });
const path = '/v1/payment_methods';

/** Serves payment methods (https://docs.stripe.com/api/payment_methods). */
export function paymentMethodRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.post(
    path,
    endpoint(
      context,
      { type: z.enum(['card']), card, billing_details: billing.optional(), metadata: metadata.optional() },
      ({ params }) => {
        const { number, exp_month, exp_year, cvc } = params.card;
        const { name, email } = params.billing_details ?? {};
        const input = { number: number.replaceAll(' ', ''), expMonth: exp_month, expYear: exp_year, cvc };
        const method = createCard(context, input, { name: name ?? null, email: email ?? null });
        method.metadata = params.metadata ?? {};
        return method;
      },
    ),
  );

  router.get(
    path,
    endpoint(
      context,
      { ...paging, customer: text.optional(), type: text.optional() },
      ({ params: { customer, type, ...paging } }) => {
        if (customer !== undefined) liveCustomer(context, customer, 'customer');
        const found = all(context, 'payment_method').filter(
          (method) =>
            (customer === undefined ? method.customer !== null : method.customer === customer) &&
            (type === undefined || method.type === type),
        );
        return page(found, paging, path);
      },
    ),
  );

  router.get(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => get(context, 'payment_method', id)),
  );

  router.post(
    `${path}/:id/attach`,
    endpoint(context, { customer: text }, ({ id, params }) => {
      const customer = liveCustomer(context, params.customer, 'customer');
      const method = id.startsWith('pm_card_')
        ? referPaymentMethod(context, id, 'payment_method')
        : get(context, 'payment_method', id);
      attach(context, method, customer);
      return method;
    }),
  );

  router.post(
    `${path}/:id/detach`,
    endpoint(context, {}, ({ id }) => {
      const method = get(context, 'payment_method', id);
      detach(context, method);
      return method;
    }),
  );

  return router;
}
