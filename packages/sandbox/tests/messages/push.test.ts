import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import webPush from 'web-push';
import { createConsole } from '#sandbox/console/console.ts';
import { createMessages, type MessagesVendor } from '#sandbox/messages/messages.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';

let service: Started<MessagesVendor>;
beforeAll(async () => {
  service = await startVendor(createMessages);
});
afterAll(() => service.close());
beforeEach(() => service.vendor.control.resetAll());

const { publicKey, privateKey } = webPush.generateVAPIDKeys();
const other = webPush.generateVAPIDKeys();
const browser = {
  p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
};

const vapidDetails = { subject: 'mailto:support@foreword.test', publicKey, privateKey };

/** Returns the request as `web-push` builds it. */
function prepare() {
  const options = { vapidDetails, TTL: 600, urgency: 'high', contentEncoding: 'aes128gcm' } as const;
  const target = { endpoint: `${service.url}/push/a-browser`, keys: browser };
  const { headers, body } = webPush.generateRequestDetails(target, 'Brightwater', options);
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return { headers: Object.fromEntries(named), body: new Uint8Array(body ?? []) };
}

/** Returns the VAPID header for a service. @param seconds until it expires */
const sign = (origin: string, seconds: number) =>
  webPush.getVapidHeaders(
    origin,
    vapidDetails.subject,
    publicKey,
    privateKey,
    'aes128gcm',
    Math.floor(Date.now() / 1000) + seconds,
  ).Authorization;

const post = async (request: RequestInit) =>
  await fetch(`${service.url}/push/a-browser`, { method: 'POST', ...request });

describe('a push message', () => {
  test('is accepted, listed and shown on the console', async () => {
    const { headers, body } = prepare();
    const answer = await post({ headers, body });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, expect.stringContaining(service.url)]);
    const listed: unknown = await (await fetch(`${service.url}/_control/messages`)).json();
    const payload = { ttl: 600, urgency: 'high', publicKey, body: Buffer.from(body).toString('base64url') };
    expect(listed).toMatchObject({ messages: [{ kind: 'push', path: '/push/a-browser', payload }] });

    const console = await startVendor(() =>
      createConsole({
        vendors: [service],
        google: undefined,
        microsoft: undefined,
        webUrl: service.url,
        productUrl: service.url,
      }),
    );
    const page = await (await fetch(`${console.url}/messages`)).text();
    expect(page).toContain('Web push · /push/a-browser');
    expect(page).toContain(`${body.length} bytes, encrypted for the browser`);
    await console.close();
  });

  test('is rejected without a valid signature for this service', async () => {
    const { headers, body } = prepare();
    const statusOf = async (authorization: string) =>
      (await post({ headers: { ...headers, authorization }, body })).status;
    const good = sign(service.url, 60);
    const refused = [
      '',
      good.replace(publicKey, other.publicKey),
      sign('http://127.0.0.1:9', 60),
      sign(service.url, -5),
    ];
    for (const authorization of refused) expect(await statusOf(authorization)).toBe(401);
    expect(service.vendor.messages()).toEqual([]);
    expect(await statusOf(good)).toBe(201);
  });

  test.each([
    ['its TTL is empty', { ttl: '' }, 100, 400],
    ['its encoding is aesgcm', { 'content-encoding': 'aesgcm' }, 100, 415],
    ['it has no body', {}, 0, 400],
    ['it is longer than 4,096 bytes', {}, 4_097, 413],
  ])('is rejected if %s', async (_what, changed, bytes, status) => {
    const { 'content-length': _length, ...headers } = prepare().headers;
    expect((await post({ headers: { ...headers, ...changed }, body: new Uint8Array(bytes) })).status).toBe(status);
    expect(service.vendor.messages()).toEqual([]);
  });
});
