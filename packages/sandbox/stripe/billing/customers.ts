import type { StripeContext } from '#sandbox/stripe/context.ts';
import { randomText } from '#sandbox/stripe/ids.ts';
import type { Customer } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { put } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';

export type CustomerInput = {
  email?: string | null;
  name?: string | null;
  description?: string | null;
  phone?: string | null;
  metadata?: Record<string, string>;
  testClock?: string | null;
};

export function createCustomer(context: StripeContext, input: CustomerInput): Customer {
  const testClock = input.testClock ?? null;
  const customer: Customer = {
    id: context.newId('cus_'),
    object: 'customer',
    address: null,
    balance: 0,
    created: now(context, testClock),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: input.description ?? null,
    discount: null,
    email: input.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: isLive,
    metadata: input.metadata ?? {},
    name: input.name ?? null,
    next_invoice_sequence: 1,
    phone: input.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: testClock,
  };
  put(context, 'customer', customer);
  emit(context, 'customer.created', customer);
  return customer;
}
