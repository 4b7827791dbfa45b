import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, clientOf, refusal, type Sandbox, startStripe } from '#sandbox/tests/stripe/stripe-client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startStripe();
});
afterAll(() => sandbox.close());

test('the same key and parameters, in any order, replay the response', async () => {
  const ask = (form: string) =>
    call(sandbox.url, { method: 'POST', path: '/v1/customers', form, headers: { 'IDEMPOTENCY-KEY': 'replayed' } });
  const first = await ask('email=r@example.test&metadata[a]=1&metadata[b]=2');
  const again = await ask('metadata[b]=2&email=r@example.test&metadata[a]=1');
  expect(again.body).toEqual(first.body);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.headers.get('idempotency-key')).toBe('replayed');
  expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'));
  expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
  expect((await sandbox.stripe.customers.list({ email: 'r@example.test' })).data).toHaveLength(1);
});

test('reusing a key with other parameters or at another endpoint is an error', async () => {
  const idempotencyKey = 'mismatch';
  await sandbox.stripe.customers.create({ email: 'm@example.test' }, { idempotencyKey });
  const other = await refusal(sandbox.stripe.customers.create({ email: 'n@example.test' }, { idempotencyKey }));
  expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(other.statusCode).toBe(400);
  expect(other.message).toContain("Try using a key other than 'mismatch'");
  const elsewhere = await refusal(sandbox.stripe.products.create({ name: 'X' }, { idempotencyKey }));
  expect(elsewhere.message).toContain("same endpoint they were first used for ('/v1/products' vs '/v1/customers')");
});

test('a concurrent request gets 409, and a retry gets the first response', async () => {
  const patient = clientOf(sandbox.url, 'sk_test_sandbox', { maxNetworkRetries: 3 });
  let refused: unknown[] = [];
  // A request takes only 10 ms. If the others arrive after that, none is rejected and the round is repeated.
  for (let round = 1; refused.length === 0; round += 1) {
    const email = `c${round}@example.test`;
    const create = (stripe: Stripe) => stripe.customers.create({ email }, { idempotencyKey: email });
    const hasty = [1, 2].map(() => create(sandbox.stripe).catch((error: unknown) => error));
    const { id } = await create(patient);
    const outcomes = await Promise.all(hasty);
    refused = outcomes.filter((outcome) => outcome instanceof Error);
    const answered = outcomes.filter((outcome) => !(outcome instanceof Error));
    expect(answered).toMatchObject(answered.map(() => ({ id })));
    expect((await sandbox.stripe.customers.list({ email })).data).toMatchObject([{ id }]);
  }
  expect(refused).toMatchObject(refused.map(() => ({ statusCode: 409, code: 'idempotency_key_in_use' })));
});

test('validation errors are not replayed, card errors are', async () => {
  const key = { idempotencyKey: 'refused' };
  expect((await refusal(sandbox.stripe.customers.create({ email: 'not an address' }, key))).statusCode).toBe(400);
  expect((await sandbox.stripe.customers.create({ email: 'mended@example.test' }, key)).email).toBe(
    'mended@example.test',
  );

  const customer = await sandbox.stripe.customers.create({ email: 'd@example.test' });
  const attach = () =>
    sandbox.stripe.paymentMethods.attach(
      'pm_card_chargeDeclined',
      { customer: customer.id },
      { idempotencyKey: 'declined' },
    );
  const first = await refusal(attach());
  const again = await refusal(attach());
  expect(first).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'generic_decline' });
  expect(again.headers?.['idempotent-replayed']).toBe('true');
});

test('a lost response is replayed', async () => {
  await sandbox.control('faults', { method: 'POST', path: '/v1/customers', dropAfterHandling: true });
  const create = () => sandbox.stripe.customers.create({ email: 'l@example.test' }, { idempotencyKey: 'lost' });
  // The SDK retries a closed connection once.
  const customer = await create();
  expect((await create()).id).toBe(customer.id);
  expect((await sandbox.stripe.customers.list({ email: 'l@example.test' })).data).toHaveLength(1);
});

test('a key on a GET has no effect', async () => {
  const headers = { 'idempotency-key': 'read' };
  const first = await call(sandbox.url, { path: '/v1/products', headers });
  const second = await call(sandbox.url, { path: '/v1/prices', headers });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers.get('idempotent-replayed')).toBeNull();
});
