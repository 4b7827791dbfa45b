import { randomBytes, randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createDnsResolve, type Resolve, whyNotWebhookUrl } from '#providers/webhooks/public-address.ts';
import { createWebhookSender } from '#providers/webhooks/sender.ts';
import { countTenths } from '#tests/support/count-tenths.ts';
import { refusalOf } from '#tests/support/refusal-of.ts';
import { startReceiver, verify } from '#tests/support/webhook-receiver.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const message = (url: string) => ({ id: randomUUID(), url, secret, body: '{"type":"briefing.ready"}' });
const development = createWebhookSender({ isLoopbackAllowed: true });

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
async function receiver(...answer: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...answer);
  open.push(started);
  return started;
}

describe('a webhook', () => {
  test('arrives once, signed according to Standard Webhooks', async () => {
    const { url, received } = await receiver();
    const sent = message(url);
    expect(await development.send(sent)).toBe(204);
    const [first, ...others] = received;
    if (!first) throw new Error('nothing arrived');
    expect(others).toEqual([]);
    expect(verify(first, secret)).toEqual({ type: 'briefing.ready' });
    expect(() => verify(first, `whsec_${randomBytes(32).toString('base64')}`)).toThrow('No matching signature found');
    expect(first.headers).toMatchObject({ 'webhook-id': sent.id, 'content-type': 'application/json' });
  });

  test('attack 58: never follows a redirect', async () => {
    const inner = await receiver();
    const { url, received } = await receiver((response) => response.writeHead(307, { location: inner.url }).end());
    expect(await refusalOf(development.send(message(url)))).toEqual({ code: 'redirect', status: 307 });
    expect([received.length, inner.received.length]).toEqual([1, 0]);
  });

  test('that gets an error counts as undelivered', async () => {
    const { url } = await receiver((response) => response.writeHead(503).end());
    expect(await refusalOf(development.send(message(url)))).toEqual({ code: 'status', status: 503 });
  });

  test('attack 58: counts as undelivered if no response comes in time', async () => {
    const { url, received } = await receiver(() => undefined);
    // The timeout includes connecting. If connecting alone takes longer, this tries again with twice the time.
    const sendWithin = async (timeoutMs: number) => {
      const tenths = countTenths();
      const refusal = await refusalOf(createWebhookSender({ isLoopbackAllowed: true, timeoutMs }).send(message(url)));
      return { refusal, tookMs: 100 * tenths() };
    };
    let timeoutMs = 500;
    let sent = await sendWithin(timeoutMs);
    while ('code' in sent.refusal && sent.refusal.code === 'unreachable') {
      timeoutMs *= 2;
      sent = await sendWithin(timeoutMs);
    }
    expect(sent.refusal).toMatchObject({ code: 'no_answer' });
    expect(sent.tookMs).toBeLessThan(5 * timeoutMs);
    await expect.poll(() => received).toHaveLength(1);
  });

  test('attack 58: is not blocked by an endless response', async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await development.send(message(url))).toBe(200);
  });

  test('attack 58: that gets a protocol switch counts as undelivered', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write('HTTP/1.1 101 Hold\r\nConnection: Upgrade\r\nUpgrade: ever\r\n\r\n'));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    open.push({ close: () => new Promise((done) => server.close(() => done())) });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server is not listening on a port.');
    const sending = development.send(message(`http://127.0.0.1:${address.port}/hooks`));
    expect(await refusalOf(sending)).toEqual({ code: 'status', status: 101 });
  });

  test('to a closed port counts as undelivered', async () => {
    const { url, close } = await startReceiver();
    await close();
    expect(await refusalOf(development.send(message(url)))).toEqual({ code: 'unreachable', status: null });
  });
});

test('attack 58: a silent name server times out', async () => {
  const silent = createSocket('udp4');
  await new Promise<void>((done) => silent.bind(0, '127.0.0.1', done));
  const resolve = createDnsResolve({ servers: [`127.0.0.1:${silent.address().port}`], lookupMs: 200 });
  const sender = createWebhookSender({ isLoopbackAllowed: false, resolve });
  // Cancelled by the limit on the whole lookup, not by the longer limits on a single query or on sending.
  await expect(sender.send(message('https://slow.example.com/x'))).rejects.toMatchObject({
    code: 'not_found',
    cause: { code: 'ECANCELLED' },
  });
  silent.close();
});

describe('among internal and invalid addresses', () => {
  const URLS = [
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://10.0.0.8/x',
    'https://192.168.1.1/x',
    'https://172.16.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/x',
    'https://0.0.0.0/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[fd00::1]/x',
    'https://[fe80::1]/x',
    'https://[64:ff9b::a00:1]/x',
    'https://[fec0::1]/x',
    'https://localhost/x',
    'https://intranet/x',
    'https://intranet./x',
    'https://app.localhost/x',
    'https://user:secret@example.com/x',
    'http://example.com/x',
    'ftp://example.com/x',
    'nonsense',
  ];
  test.each(URLS)('attack 58: %s is refused in production', (url) => {
    expect(whyNotWebhookUrl(url, { isLoopbackAllowed: false })).toEqual(expect.any(String));
  });

  test.each(['https://10.0.0.8/x', 'https://169.254.169.254/x', 'http://example.com/x'])(
    'attack 58: %s is refused in development too',
    (url) => {
      expect(whyNotWebhookUrl(url, { isLoopbackAllowed: true })).toEqual(expect.any(String));
    },
  );

  test.each([
    ['a private address', ['127.0.0.1']],
    ['a private address beside a public one', ['93.184.216.34', '10.0.0.1']],
    ['a private address inside IPv6', ['::ffff:127.0.0.1']],
    ['no address', []],
  ])('attack 58: a name that resolves to %s is never connected to', async (_, addresses) => {
    const { port, received } = await receiver();
    const resolve: Resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const production = createWebhookSender({ isLoopbackAllowed: false, resolve });
    const refused = production.send(message(`https://hooks.example.com:${port}/x`));
    expect(await refusalOf(refused)).toMatchObject({ code: 'not_public' });
    expect(received).toEqual([]);
  });

  test('attack 58: a rebinding name is resolved once, for the connection itself', async () => {
    let asked = 0;
    const resolve: Resolve = async () => {
      asked += 1;
      // A real attack would answer with a public address first, but a test must not connect to one. A second lookup
      // would show in `asked`, and a connection in `received`.
      return [{ address: asked === 1 ? '10.0.0.1' : '127.0.0.1', family: 4 }];
    };
    const { port, received } = await receiver();
    const production = createWebhookSender({ isLoopbackAllowed: false, resolve });
    expect(await refusalOf(production.send(message(`https://hooks.example.com:${port}/x`)))).toMatchObject({
      code: 'not_public',
    });
    expect([asked, received.length]).toEqual([1, 0]);
    // The address checked is the one connected to: here the receiver's, under another name.
    const named = createWebhookSender({
      isLoopbackAllowed: true,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    expect(await named.send(message(`http://hooks.localhost:${port}/x`))).toBe(204);
  });
});
