import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createToken, hashToken } from '#db/link-token.ts';
import { insertChannel } from '#db/queries/calendar-channels.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedCalendar, seedUser } from '#tests/support/builders.ts';
import { mutate } from '#tests/support/mutate.ts';
import { TEST_PATIENCE_MS } from '#tests/support/patience.ts';
import { createRandom } from '#tests/support/random.ts';
import { isDeep, testSeed } from '#tests/support/sample.ts';
import { startSnsSigner, topicArn } from '#tests/support/sns-signer.ts';
import { signedEvent } from '#tests/support/stripe-account.ts';

/** Number of damaged messages per vendor. */
const ROUNDS = isDeep ? 1000 : 25;

const sns = await startSnsSigner();
afterAll(sns.close);
const api = await openTestApi({ SES_BASE_URL: sns.url, SES_TOPIC_ARN: topicArn });
const channel = await openChannel('google', 'resource-1');
const subscription = await openChannel('microsoft', null);

async function openChannel(provider: 'google' | 'microsoft', resourceId: string | null) {
  const { id: userId } = await seedUser(api.pool);
  const { calendarId } = await seedCalendar(api.pool, { userId, encryption: api.encryption, provider });
  const [id, token] = [randomUUID(), createToken()];
  const expiresAt = new Date(Date.now() + 86_400_000);
  await insertChannel(api.pool, {
    provider,
    channelId: id,
    calendarId,
    resourceId,
    tokenHash: hashToken(token),
    expiresAt,
  });
  return { id, token };
}

const post = async (vendor: string, body: string, headers: Record<string, string> = {}) =>
  (await api.client().request('POST', `/api/webhooks/${vendor}`, { body, headers })).status;
const asJson = { 'content-type': 'application/json' };

/** Each sends a message like its vendor, signed if the vendor signs, and returns the status. */
const senders = {
  stripe: async (event: unknown) => {
    const { payload, headers } = signedEvent(event);
    return await post('stripe', payload, headers);
  },
  ses: async (report: unknown) =>
    await post('ses', JSON.stringify(sns.sign(report)), { 'content-type': 'text/plain; charset=UTF-8' }),
  microsoft: async (batch: unknown) => await post('microsoft', JSON.stringify(batch), asJson),
  google: async (headers: unknown) => await post('google', '', toHeaders(headers)),
};

/** Turns fields into headers, keeping only printable ASCII and at most 4,000 characters. */
function toHeaders(fields: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Object(fields)).map(([name, value]) => [
      name,
      String(value)
        .replaceAll(/[^ -~]/g, '')
        .slice(0, 4000),
    ]),
  );
}

const stripeEvent = (type: string, object: object, event: object = {}) => ({
  id: `evt_1P${randomUUID().replaceAll('-', '')}`,
  object: 'event',
  api_version: '2026-02-25.clover',
  created: Math.floor(Date.now() / 1000),
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  data: { object },
  ...event,
});
const mail = {
  timestamp: '2026-03-02T10:00:00.000Z',
  source: 'briefings@foreword.test',
  sourceArn: 'arn:aws:ses:eu-central-1:123456789012:identity/foreword.test',
  messageId: '0107018e5b3f-4c1a',
  destination: ['ines@brightwater.test'],
  commonHeaders: { from: ['Foreword <briefings@foreword.test>'], to: ['Ines Roth <ines@brightwater.test>'] },
};
const bounce = (bounceType: string, bouncedRecipients: object[]) => ({
  bounceType,
  bounceSubType: 'General',
  bouncedRecipients,
  timestamp: '2026-03-02T10:00:02.000Z',
  feedbackId: '0107018e5b3f-feedback',
});

/** Messages in the shapes of the vendors' references, each with its expected status. */
const messages: Record<
  keyof typeof senders,
  () => readonly (readonly [name: string, message: object, status: number])[]
> = {
  stripe: () => [
    [
      'a subscription',
      stripeEvent('customer.subscription.updated', { id: 'sub_1', object: 'subscription', customer: 'cus_1' }),
      200,
    ],
    [
      'an expanded customer',
      stripeEvent('invoice.paid', { id: 'in_1', object: 'invoice', customer: { id: 'cus_1', object: 'customer' } }),
      200,
    ],
    ['a customer', stripeEvent('customer.deleted', { id: 'cus_1', object: 'customer', deleted: true }), 200],
    [
      'a checkout without a customer',
      stripeEvent('checkout.session.expired', { id: 'cs_1', object: 'checkout.session', customer: null }),
      200,
    ],
    ['an object without an id', stripeEvent('invoice.upcoming', { object: 'invoice', customer: 'cus_1' }), 200],
    [
      'a balance, which belongs to no customer',
      stripeEvent('balance.available', { object: 'balance', available: [] }),
      200,
    ],
    [
      'a thin event, which belongs to another endpoint',
      stripeEvent('v1.billing.meter.error_report_triggered', {}, { object: 'v2.core.event', data: undefined }),
      400,
    ],
    ['no event', { hello: 'world' }, 400],
  ],
  ses: () => [
    [
      'a permanent bounce',
      {
        notificationType: 'Bounce',
        mail,
        bounce: bounce('Permanent', [{ emailAddress: 'ines@brightwater.test', action: 'failed', status: '5.1.1' }]),
      },
      200,
    ],
    [
      'a bounce that quotes the header',
      {
        notificationType: 'Bounce',
        mail,
        bounce: bounce('Permanent', [{ emailAddress: 'Ines Roth <ines@brightwater.test>' }]),
      },
      200,
    ],
    [
      'a transient bounce',
      { notificationType: 'Bounce', mail, bounce: bounce('Transient', [{ emailAddress: 'ines@brightwater.test' }]) },
      200,
    ],
    [
      'a complaint',
      {
        notificationType: 'Complaint',
        mail,
        complaint: {
          complainedRecipients: [{ emailAddress: 'ines@brightwater.test' }],
          complaintFeedbackType: 'abuse',
        },
      },
      200,
    ],
    [
      'a bounce from event publishing',
      {
        eventType: 'Bounce',
        mail,
        bounce: bounce('Permanent', [{ emailAddress: 'ines@brightwater.test' }]),
      },
      200,
    ],
    [
      'a delivery',
      {
        notificationType: 'Delivery',
        mail,
        delivery: { processingTimeMillis: 546, recipients: ['ines@brightwater.test'] },
      },
      200,
    ],
    ['an open event, which we did not request', { eventType: 'Open', mail, open: { ipAddress: '192.0.2.1' } }, 200],
  ],
  microsoft: () => {
    const change = {
      subscriptionId: subscription.id,
      clientState: subscription.token,
      subscriptionExpirationDateTime: '2026-03-08T10:00:00.0000000+00:00',
      changeType: 'updated',
      resource: 'Users/1/Events/AAMkAD',
      tenantId: randomUUID(),
      resourceData: { '@odata.type': '#Microsoft.Graph.Event', '@odata.id': 'Users/1/Events/AAMkAD', id: 'AAMkAD' },
    };
    const { changeType: _, ...lifecycle } = change;
    return [
      ['a change', { value: [change] }, 202],
      [
        'several changes in one batch',
        { value: [change, { ...change, changeType: 'deleted' }], validationTokens: ['eyJ0'] },
        202,
      ],
      ['a lifecycle event', { value: [{ ...lifecycle, lifecycleEvent: 'missed', resourceData: null }] }, 202],
      ['an unknown lifecycle event', { value: [{ ...lifecycle, lifecycleEvent: 'paused' }] }, 202],
      ["another subscription's change", { value: [{ ...change, subscriptionId: randomUUID() }] }, 202],
    ];
  },
  google: () => {
    const push = {
      'x-goog-channel-id': channel.id,
      'x-goog-channel-token': channel.token,
      'x-goog-channel-expiration': 'Sun, 08 Mar 2026 10:00:00 GMT',
      'x-goog-resource-id': 'resource-1',
      'x-goog-resource-uri': 'https://www.googleapis.com/calendar/v3/calendars/primary/events?alt=json',
      'x-goog-resource-state': 'exists',
      'x-goog-message-number': '10',
    };
    return [
      ['a change', push, 204],
      ["a channel's sync message", { ...push, 'x-goog-resource-state': 'sync', 'x-goog-message-number': '1' }, 204],
      ['a deleted calendar', { ...push, 'x-goog-resource-state': 'not_exists' }, 204],
      ['an unknown state', { ...push, 'x-goog-resource-state': 'paused' }, 204],
    ];
  },
};

describe.each(['stripe', 'ses', 'microsoft', 'google'] as const)('messages from %s', (vendor) => {
  test('get the status expected for their shape', async () => {
    const answered = await Promise.all(
      messages[vendor]().map(async ([name, message]) => [name, await senders[vendor](message)]),
    );
    expect(answered).toEqual(messages[vendor]().map(([name, , status]) => [name, status]));
  });

  test(`never cause a 5xx when damaged in ${ROUNDS} ways [seed ${testSeed}]`, {
    timeout: TEST_PATIENCE_MS + ROUNDS * 200,
  }, async () => {
    const random = createRandom(testSeed);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [name, message] = random.pick(messages[vendor]()) ?? [];
      const damaged = mutate(message, random);
      const status = await senders[vendor](damaged);
      expect({ round, name, status }).toEqual({ round, name, status: expect.toSatisfy((code: number) => code < 500) });
    }
  });
});

describe('a malformed Stripe signature', () => {
  test.each(['t=1,v1=', `t=${Math.floor(Date.now() / 1000)},v1=${'ä'.repeat(64)}`, 't=,v1=00', 'v1=', ',,,', '=', 't'])(
    'attack 41: %s returns 400',
    async (signature) => {
      const headers = { ...asJson, 'stripe-signature': Buffer.from(signature).toString('latin1') };
      expect(await post('stripe', JSON.stringify(stripeEvent('invoice.paid', { object: 'invoice' })), headers)).toBe(
        400,
      );
    },
  );
});
