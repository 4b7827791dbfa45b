import { Router } from 'express';
import * as z from 'zod';
import { collect } from '#sandbox/stripe/billing/collection.ts';
import { finalizeInvoice, markPaid } from '#sandbox/stripe/billing/invoices.ts';
import { referPaymentMethod } from '#sandbox/stripe/billing/payment-methods.ts';
import { cancelPayment } from '#sandbox/stripe/billing/payments.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { cardError, invalidRequest } from '#sandbox/stripe/errors.ts';
import type { Invoice } from '#sandbox/stripe/objects.ts';
import { all, get } from '#sandbox/stripe/store.ts';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';
import { flag, isWithin, range, text } from './params.ts';

const statuses = z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']);
const path = '/v1/invoices';

/** Serves the invoices that subscriptions create (https://docs.stripe.com/api/invoices). */
export function invoiceRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.get(
    path,
    endpoint(
      context,
      {
        ...paging,
        created: range.optional(),
        customer: text.optional(),
        status: statuses.optional(),
        subscription: text.optional(),
      },
      ({ params: { created, customer, status, subscription, ...paging } }) => {
        const found = all(context, 'invoice').filter(
          (invoice) =>
            isWithin(invoice.created, created) &&
            (customer === undefined || invoice.customer === customer) &&
            (status === undefined || invoice.status === status) &&
            (subscription === undefined || invoice.parent.subscription_details.subscription === subscription),
        );
        return page(found, paging, path);
      },
    ),
  );

  router.get(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => get(context, 'invoice', id)),
  );

  router.post(
    `${path}/:id/pay`,
    endpoint(
      context,
      { off_session: flag.optional(), paid_out_of_band: flag.optional(), payment_method: text.optional() },
      ({ id, params }) => pay(context, get(context, 'invoice', id), params),
    ),
  );

  return router;
}

type Pay = { paid_out_of_band?: boolean | undefined; payment_method?: string | undefined };

function pay(context: StripeContext, invoice: Invoice, { paid_out_of_band, payment_method }: Pay): Invoice {
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
  if (invoice.status === 'void')
    throw invalidRequest('Invoices with status `void` cannot be paid.', { code: 'status_transition_invalid' });
  if (paid_out_of_band) {
    if (invoice.status === 'draft') finalizeInvoice(context, invoice);
    cancelPayment(context, invoice);
    markPaid(context, invoice);
    collect(context, invoice);
    return invoice;
  }
  const method =
    payment_method === undefined ? undefined : referPaymentMethod(context, payment_method, 'payment_method');
  const collected = collect(context, invoice, method ? { method } : {});
  if (collected.paid) return invoice;
  if (collected.error) throw cardError(collected.error, { charge: collected.chargeId });
  throw invalidRequest(
    'There is no `default_payment_method` set on this Customer or Invoice. Please set a `default_payment_method` or provide a payment method.',
    { param: 'payment_method' },
  );
}
