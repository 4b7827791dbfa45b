import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { receiveStripeEvent } from '#contract/webhooks.ts';
import { insertCustomer } from '#db/queries/payment-customers.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { countRows, listOutbox, seedUser } from '#tests/support/builders.ts';
import { dumpRequestedWrites } from '#tests/support/dump.ts';
import { report, signedEvent } from '#tests/support/stripe-account.ts';
import { countEnds, postUnfinished } from '#tests/support/unfinished-request.ts';

const api = await openTestApi();
const user = await seedUser(api.pool, { isWhitelisted: false });
await insertCustomer(api.pool, user.id, 'cus_known');
beforeEach(async () => {
  await api.pool.query(sql.typeAlias('void')`delete from outbox`);
  await api.pool.query(sql.typeAlias('void')`delete from payment_events`);
});

let count = 0;

/** Returns an event that would create a subscription, if it were believed. */
function newEvent(customer = 'cus_known') {
  count += 1;
  return {
    id: `evt_${count}`,
    object: 'event',
    type: 'customer.subscription.created',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { id: 'sub_forged', object: 'subscription', customer, status: 'active' } },
  };
}

async function post(payload: string, headers: Record<string, string>) {
  return await api.client().request('POST', '/api/webhooks/stripe', { body: payload, headers });
}

const json = { 'content-type': 'application/json' };
const now = () => Math.floor(Date.now() / 1000);

/** Payloads and headers that the provider did not send. */
const forgeries: Record<string, () => [payload: string, headers: Record<string, string>]> = {
  'without a signature': () => [JSON.stringify(newEvent()), json],
  'with an empty signature': () => [JSON.stringify(newEvent()), { ...json, 'stripe-signature': '' }],
  'with a made-up signature': () => [JSON.stringify(newEvent()), { ...json, 'stripe-signature': 't=1,v1=00' }],
  'signed with another secret': () => {
    const { payload, headers } = signedEvent(newEvent(), { secret: 'whsec_guessed' });
    return [payload, headers];
  },
  'signed for another body': () => {
    const { headers } = signedEvent(newEvent());
    return [JSON.stringify(newEvent(), null, 2), headers];
  },
  're-serialized after signing': () => {
    const { payload, headers } = signedEvent(newEvent());
    return [JSON.stringify(JSON.parse(payload)), headers];
  },
  'signed with an outdated scheme': () => {
    const { payload, headers } = signedEvent(newEvent());
    return [payload, { ...headers, 'stripe-signature': headers['stripe-signature'].replace('v1=', 'v0=') }];
  },
  'signed 301 seconds ago': () => {
    const { payload, headers } = signedEvent(newEvent(), { at: now() - 301 });
    return [payload, headers];
  },
  'signed yesterday, with the timestamp replaced': () => {
    const { payload, headers } = signedEvent(newEvent(), { at: now() - 86_400 });
    return [payload, { ...headers, 'stripe-signature': headers['stripe-signature'].replace(/t=\d+/, `t=${now()}`) }];
  },
};

test.each(Object.keys(forgeries))('attack 18: an event %s is rejected with 400 and changes nothing', async (name) => {
  const before = await dumpRequestedWrites(api.pool);
  const [payload, headers] = forgeries[name]?.() ?? ['', {}];
  const answer = await post(payload, headers);
  expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(await dumpRequestedWrites(api.pool)).toEqual(before);
});

test('attack 18: a genuine event counts once and only triggers a refresh of its customer', async () => {
  const event = newEvent();
  expect(await report(api.url, event)).toBe(200);
  expect(await report(api.url, event)).toBe(200);
  expect(await listOutbox(api.pool)).toEqual([{ workflow: 'subscription', userId: user.id }]);
  const { subscriptions } = await dumpRequestedWrites(api.pool);
  expect(subscriptions).toEqual([]);
});

test('attack 18: a genuine event that is almost too old is accepted from any origin', async () => {
  const { payload, headers } = signedEvent(newEvent(), { at: now() - 290 });
  const answer = await post(payload, { ...headers, origin: 'https://evil.test', cookie: 'foreword-1=none' });
  expect(receiveStripeEvent.data.parse(answer.body.data)).toEqual({ received: true });
});

test('a hundred concurrent deliveries of one event have one effect', async () => {
  const event = newEvent();
  // A valid call first: at most 50 calls wait from senders who have sent none.
  expect(await report(api.url, newEvent('cus_unknown'))).toBe(200);
  const statuses = await Promise.all(Array.from({ length: 100 }, () => report(api.url, event)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await listOutbox(api.pool)).toEqual([{ workflow: 'subscription', userId: user.id }]);
  expect(await countRows(api.pool, sql.fragment`payment_events`)).toBe(2);
});

test('events without a known customer are acknowledged and ignored', async () => {
  expect(await report(api.url, newEvent('cus_unknown'))).toBe(200);
  const { data: _data, ...rest } = newEvent();
  expect(await report(api.url, { ...rest, type: 'price.updated', data: { object: { object: 'price' } } })).toBe(200);
  expect(await listOutbox(api.pool)).toEqual([]);
});

test.each([
  ['an empty signature', 't=1730000000,v1='],
  ['a signature of the wrong length', `t=1730000000,v1=${'a'.repeat(63)}`],
  ['a signature of 64 non-ASCII letters', `t=1730000000,v1=${'\u00e9'.repeat(64)}`],
  ['a bad signature beside a well-formed one', `t=1730000000,v1=${'a'.repeat(64)},v1=`],
])('attack 41: %s returns 400', async (_, signature) => {
  const before = await dumpRequestedWrites(api.pool);
  const answer = await post(JSON.stringify(newEvent()), { ...json, 'stripe-signature': signature });
  expect(answer.status).toBe(400);
  expect(await dumpRequestedWrites(api.pool)).toEqual(before);
});

test('attack 55: a live-mode event in test mode returns 400 and changes nothing', async () => {
  const before = await dumpRequestedWrites(api.pool);
  expect(await report(api.url, { ...newEvent(), livemode: true })).toBe(400);
  expect(await dumpRequestedWrites(api.pool)).toEqual(before);
});

describe('unfinished bodies', () => {
  const open = (headers: Record<string, string | number>, server = api) =>
    postUnfinished(`${server.url}/api/webhooks/stripe`, { ...json, ...headers });
  const signed = { 'stripe-signature': `t=${now()},v1=${'0'.repeat(64)}` };
  const [megabyte, unknown] = [{ 'content-length': 2 ** 20 }, { 'transfer-encoding': 'chunked' }];

  test('attack 42: take 16 MB at most, and must arrive within seconds', async () => {
    const fresh = await startApi();
    onTestFinished(fresh.close);
    const slow = [megabyte, unknown].flatMap((length) =>
      Array.from({ length: 9 }, () => open({ ...signed, ...length }, fresh)),
    );
    expect(countEnds(await Promise.all(slow))).toEqual({ 503: 2, 'cut off': 16 });
    expect(await report(fresh.url, newEvent('cus_unknown'))).toBe(200);
  });

  test('attack 42: are not read without a signature', async () => {
    expect(await open(megabyte)).toBe(400);
  });
});
