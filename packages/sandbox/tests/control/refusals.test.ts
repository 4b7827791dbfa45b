import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import { createConsole } from '#sandbox/console/console.ts';
import { createGoogle } from '#sandbox/google/google.ts';
import { createMessages } from '#sandbox/messages/messages.ts';
import { createMicrosoft } from '#sandbox/microsoft/microsoft.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { createStripe } from '#sandbox/stripe/stripe.ts';
import { createTurnstile } from '#sandbox/turnstile/turnstile.ts';
import { createWorldWeb } from '#sandbox/world/web.ts';
import { createWorld } from '#sandbox/world/world.ts';

const urls = { webUrl: 'http://127.0.0.1:4007', productUrl: 'http://localhost:3000' };
const all: [name: string, start: (host?: string) => ReturnType<typeof startVendor>][] = [
  ['google', (host) => startVendor(createGoogle, at(host))],
  ['microsoft', (host) => startVendor(createMicrosoft, at(host))],
  ['stripe', (host) => startVendor(createStripe, at(host))],
  ['anthropic', (host) => startVendor(createAnthropic, at(host))],
  ['ses', (host) => startVendor(createSes, at(host))],
  ['messages', (host) => startVendor(createMessages, at(host))],
  ['turnstile', (host) => startVendor(createTurnstile, at(host))],
  ['the seeded web', (host) => startVendor(() => ({ app: createWorldWeb(createWorld(urls)) }), at(host))],
  [
    'the console',
    (host) =>
      startVendor(() => createConsole({ vendors: [], google: undefined, microsoft: undefined, ...urls }), at(host)),
  ],
];

describe.each(all)('%s', (_name, start) => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test('does not start in production', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    await expect(start()).rejects.toThrow('The sandbox refuses to start with NODE_ENV=production');
  });

  test.each(['0.0.0.0', '::', '192.0.2.7', 'foreword.example', '127.0.0.1.foreword.example'])(
    'does not listen on %s',
    async (host) => {
      await expect(start(host)).rejects.toThrow(`The sandbox listens on loopback only, not on ${host}.`);
    },
  );

  test('listens on loopback', async () => {
    const started = await start('127.0.0.1');
    expect(new URL(started.url).hostname).toBe('127.0.0.1');
    await started.close();
  });
});

function at(host: string | undefined) {
  return host === undefined ? {} : { host };
}
