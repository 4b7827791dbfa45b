import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, clientOf, refusal, type Sandbox, startStripe } from '#sandbox/tests/stripe/stripe-client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startStripe();
});
afterAll(() => sandbox.close());

describe('authentication', () => {
  test('accepts the secret key as a bearer token or basic auth user', async () => {
    const basic = `Basic ${Buffer.from('sk_test_sandbox:').toString('base64')}`;
    for (const headers of [{ AUTHORIZATION: 'bearer sk_test_sandbox' }, { Authorization: basic }]) {
      const answer = await fetch(`${sandbox.url}/v1/products`, { headers });
      expect(answer.status).toBe(200);
    }
  });

  test('fails with a 401 error object for a missing or wrong key', async () => {
    const none = await fetch(`${sandbox.url}/v1/products`);
    expect(none.status).toBe(401);
    expect(await none.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: /did not provide an API key/ },
    });

    const wrong = await refusal(clientOf(sandbox.url, 'sk_test_somethingelse').products.list());
    expect(wrong).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(wrong.message).toBe('Invalid API Key provided: sk_test_*********else');
  });

  test('rejects another API version with an error that mentions it', async () => {
    const { status, body } = await call(sandbox.url, {
      path: '/v1/products',
      headers: { 'stripe-version': '2020-08-27' },
    });
    expect(status).toBe(400);
    expect(body['error'].message).toContain('Invalid Stripe API version: 2020-08-27');
  });
});

describe('requests', () => {
  test('get responses with a request id and the API version', async () => {
    const product = await sandbox.stripe.products.retrieve('prod_research');
    expect(product.lastResponse.requestId).toMatch(/^req_\w{14}$/);
    expect(product.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
  });

  test('nest form fields by brackets, in any order and encoding', async () => {
    const forms = [
      'name=One&metadata[a]=1&metadata[b]=two%20words&default_price_data[recurring][interval]=month&default_price_data[unit_amount]=500&default_price_data[currency]=usd',
      'default_price_data%5Bcurrency%5D=usd&metadata%5Bb%5D=two+words&default_price_data%5Bunit_amount%5D=500&name=One&metadata%5Ba%5D=1&default_price_data%5Brecurring%5D%5Binterval%5D=month&expand%5B%5D=default_price',
    ];
    const prices: unknown[] = [];
    for (const form of forms) {
      const { body } = await call(sandbox.url, { method: 'POST', path: '/v1/products', form });
      expect(body).toMatchObject({ object: 'product', name: 'One', metadata: { a: '1', b: 'two words' } });
      prices.push(body['default_price']);
    }
    // Only the second form expands the price.
    expect(prices).toEqual([
      expect.stringMatching(/^price_/),
      expect.objectContaining({
        unit_amount: 500,
        unit_amount_decimal: '500',
        recurring: expect.objectContaining({ interval: 'month' }),
      }),
    ]);
  });

  test('with a JSON body are rejected', async () => {
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await call(sandbox.url, {
      method: 'POST',
      path: '/v1/customers',
      form: '{"email":"a@b.test"}',
      headers,
    });
    expect(status).toBe(400);
    expect(body['error'].message).toContain('application/x-www-form-urlencoded');
  });
});

describe('in case of an error', () => {
  test.each([
    ['/v1/nothing', 'GET', 'Unrecognized request URL (GET: /v1/nothing).'],
    ['/v1/customers/', 'GET', 'remove the trailing slash'],
    ['/v1/Customers', 'POST', 'Unrecognized request URL (POST: /v1/Customers).'],
  ])('an unknown URL returns a 404 error object: %s', async (path, method, message) => {
    const { status, body } = await call(sandbox.url, { path, method });
    expect(status).toBe(404);
    expect(body['error']).toMatchObject({ type: 'invalid_request_error' });
    expect(body['error'].message).toContain(message);
  });

  test('an unknown id returns 404 in the path, 400 in a parameter', async () => {
    const inPath = await refusal(sandbox.stripe.subscriptions.retrieve('sub_none'));
    expect(inPath).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such subscription: 'sub_none'",
    });
    expect(inPath.doc_url).toBe('https://stripe.com/docs/error-codes/resource-missing');
    expect(inPath.raw).toHaveProperty('request_log_url');
    const inParameter = await refusal(sandbox.stripe.billingPortal.sessions.create({ customer: 'cus_none' }));
    expect(inParameter).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' });
  });

  test.each([
    ['name=', 'parameter_invalid_empty', 'name'],
    ['', 'parameter_missing', 'name'],
    ['name=A&colour=red', 'parameter_unknown', 'colour'],
    [
      'name=A&default_price_data[currency]=usd&default_price_data[unit_amount]=ten',
      'parameter_invalid_integer',
      'default_price_data[unit_amount]',
    ],
    ['name=A&active=maybe', undefined, 'active'],
  ])('the invalid parameter of "%s" is identified', async (form, code, param) => {
    const { status, body } = await call(sandbox.url, { method: 'POST', path: '/v1/products', form });
    expect(status).toBe(400);
    expect(body['error']).toMatchObject({ type: 'invalid_request_error', param });
    expect(body['error'].code).toBe(code);
  });

  test.each([
    [400, Stripe.errors.StripeInvalidRequestError],
    [402, Stripe.errors.StripeCardError],
    [403, Stripe.errors.StripePermissionError],
    [404, Stripe.errors.StripeInvalidRequestError],
    [409, Stripe.errors.StripeAPIError],
    [429, Stripe.errors.StripeRateLimitError],
    [500, Stripe.errors.StripeAPIError],
    [503, Stripe.errors.StripeAPIError],
  ])("an injected %i raises the SDK's error for that status", async (status, type) => {
    await sandbox.control('faults', { path: '/v1/customers', status });
    const error = await refusal(sandbox.stripe.customers.list());
    expect(error).toBeInstanceOf(type);
    expect(error.requestId).toMatch(/^req_/);
  });

  test('a request whose response is lost still takes effect', async () => {
    await sandbox.control('faults', { method: 'POST', path: '/v1/customers', dropAfterHandling: true });
    const form = 'email=lost@example.test';
    await expect(call(sandbox.url, { method: 'POST', path: '/v1/customers', form })).rejects.toThrow('fetch failed');
    expect((await sandbox.stripe.customers.list({ email: 'lost@example.test' })).data).toHaveLength(1);
  });
});
