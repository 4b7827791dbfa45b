import { createHash, randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';
import * as z from 'zod';
import { VendorFaultError } from '#providers/errors.ts';
import type { Payments } from './provider.ts';
import { translated } from './stripe-errors.ts';

type NewCustomer = Parameters<Payments['createCustomer']>[0];

/**
 * Creates a customer, once per user and address. Stripe repeats even a 500 response for its
 * idempotency key, although the customer may exist: after one, the customer is looked up, and created
 * under a new key only if missing.
 */
export async function createCustomer(stripe: Stripe, customer: NewCustomer): Promise<string> {
  const { userId, email, replaces } = customer;
  const key = `customer:${userId}:${digest(email)}${replaces === null ? '' : `:${replaces}`}`;
  try {
    return await create(key);
  } catch (error) {
    if (!(error instanceof VendorFaultError)) throw error;
    return (await findCustomer(stripe, customer)) ?? (await create(`customer:${userId}:${randomUUID()}`));
  }

  function create(idempotencyKey: string): Promise<string> {
    return translated(async () => {
      const { id } = await stripe.customers.create({ email, metadata: { userId } }, { idempotencyKey });
      return id;
    });
  }
}

export async function listCustomers(stripe: Stripe): ReturnType<Payments['listCustomers']> {
  return await translated(async () => {
    const found: Awaited<ReturnType<Payments['listCustomers']>> = [];
    for await (const { id, metadata } of stripe.customers.list({ limit: 100 }))
      found.push({ customerId: id, userId: z.uuid().safeParse(metadata['userId']).data ?? null });
    return found;
  });
}

/** Uses the list, which includes new customers immediately; Stripe's search may lag by minutes. */
async function findCustomer(stripe: Stripe, { userId, email, replaces }: NewCustomer): Promise<string | null> {
  const { data } = await translated(() => stripe.customers.list({ email, limit: 100 }));
  const found = data.find(({ id, metadata }) => metadata['userId'] === userId && id !== replaces);
  return found?.id ?? null;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
