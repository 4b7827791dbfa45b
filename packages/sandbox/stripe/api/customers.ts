import { Router } from 'express';
import * as z from 'zod';
import { createCustomer } from '#sandbox/stripe/billing/customers.ts';
import { attach, referPaymentMethod, setDefault } from '#sandbox/stripe/billing/payment-methods.ts';
import { endSubscription } from '#sandbox/stripe/billing/subscription-end.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidRequest } from '#sandbox/stripe/errors.ts';
import type { Customer } from '#sandbox/stripe/objects.ts';
import { all, find, get, liveCustomer, put, refer } from '#sandbox/stripe/store.ts';
import { change, emit } from '#sandbox/stripe/webhooks/events.ts';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';
import { clearable, email, isWithin, mergeMetadata, metadata, range, text } from './params.ts';

const fields = {
  description: clearable.optional(),
  email: email.or(z.literal('').transform(() => null)).optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
  metadata: metadata.optional(),
  invoice_settings: z.strictObject({ default_payment_method: clearable.optional() }).optional(),
};
const path = '/v1/customers';

/** Serves customers (https://docs.stripe.com/api/customers). */
export function customerRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.post(
    path,
    endpoint(
      context,
      { ...fields, payment_method: text.optional(), test_clock: text.optional() },
      ({ params: { payment_method, test_clock, invoice_settings, ...input } }) => {
        if (test_clock !== undefined) refer(context, 'test_helpers.test_clock', test_clock, 'test_clock');
        const method =
          payment_method === undefined ? undefined : referPaymentMethod(context, payment_method, 'payment_method');
        const customer = createCustomer(context, { ...given(input), testClock: test_clock ?? null });
        try {
          if (method) attach(context, method, customer);
        } catch (error) {
          delete context.state.objects.customer[customer.id];
          throw error;
        }
        const asked = invoice_settings?.default_payment_method;
        if (asked !== undefined)
          chooseDefault(context, customer, asked === payment_method && method ? method.id : asked);
        return customer;
      },
    ),
  );

  router.get(
    path,
    endpoint(
      context,
      { ...paging, created: range.optional(), email: text.optional(), test_clock: text.optional() },
      ({ params: { created, email, test_clock, ...paging } }) => {
        // Customers on a test clock are only listed when filtering by that clock.
        const found = living(context).filter(
          (customer) =>
            isWithin(customer.created, created) &&
            (email === undefined || customer.email === email) &&
            customer.test_clock === (test_clock ?? null),
        );
        return page(found, paging, path);
      },
    ),
  );

  router.get(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => get(context, 'customer', id)),
  );

  router.post(
    `${path}/:id`,
    endpoint(context, fields, ({ id, params: { metadata, invoice_settings, ...input } }) => {
      const customer = liveCustomer(context, id);
      change(context, 'customer.updated', customer, (changed) => {
        changed.metadata = mergeMetadata(changed.metadata, metadata);
        Object.assign(changed, given(input));
      });
      const asked = invoice_settings?.default_payment_method;
      if (asked !== undefined) chooseDefault(context, customer, asked);
      return customer;
    }),
  );

  router.delete(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => {
      const customer = liveCustomer(context, id);
      for (const subscription of all(context, 'subscription')) {
        if (subscription.customer === id && subscription.ended_at === null) endSubscription(context, subscription, {});
      }
      emit(context, 'customer.deleted', customer);
      put(context, 'customer', { id, object: 'customer', deleted: true });
      return { id, object: 'customer', deleted: true };
    }),
  );

  router.get(
    `${path}/:id/payment_methods`,
    endpoint(context, { ...paging, type: text.optional() }, ({ id, params: { type, ...paging } }) => {
      liveCustomer(context, id);
      const found = all(context, 'payment_method').filter(
        (method) => method.customer === id && (type === undefined || method.type === type),
      );
      return page(found, paging, `${path}/${id}/payment_methods`);
    }),
  );

  return router;
}

function chooseDefault(context: StripeContext, customer: Customer, id: string | null): void {
  const method = id === null ? null : find(context, 'payment_method', id);
  if (method !== null && method?.customer !== customer.id)
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    );
  setDefault(context, customer, method?.id ?? null);
}

function living(context: StripeContext): Customer[] {
  return all(context, 'customer').flatMap((customer) => (customer.deleted ? [] : [customer]));
}

/** Returns the fields that are not undefined. */
function given<T extends object>(fields: T): { [Field in keyof T]?: Exclude<T[Field], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const result: { [Field in keyof T]?: Exclude<T[Field], undefined> } = {};
  return Object.assign(result, Object.fromEntries(entries));
}
