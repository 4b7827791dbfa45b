import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import { createTurnstile } from '#sandbox/turnstile/turnstile.ts';
import type { Vendor } from '#sandbox/vendor.ts';

const dummy = 'XXXX.DUMMY.TOKEN.XXXX';
const secret = 'sandbox-secret';
let turnstile: Started<Vendor>;

beforeAll(async () => {
  turnstile = await startVendor(createTurnstile);
});
beforeEach(async () => {
  await turnstile.vendor.control.resetAll();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await turnstile.close();
});

describe('a token', () => {
  test('is accepted once, with its hostname and action', async () => {
    const response = await token({ hostname: 'localhost', action: 'login', cdata: 'c-1' });
    expect(await verify({ secret, response, remoteip: '127.0.0.1' })).toMatchObject({
      success: true,
      'error-codes': [],
      challenge_ts: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      hostname: 'localhost',
      action: 'login',
      cdata: 'c-1',
    });
    expect(await verify({ secret, response })).toMatchObject(refused('timeout-or-duplicate'));
  });

  test('can be verified again only with the same idempotency key', async () => {
    const response = await token({ hostname: 'localhost' });
    const key = '4c9c58f4-5c3b-4b6c-9a52-9a9b6f2ab001';
    const first = await verify({ secret, response, idempotency_key: key });
    expect(first).toMatchObject({ success: true });
    expect(await verify({ secret, response, idempotency_key: key })).toEqual(first);
    const other = '4c9c58f4-5c3b-4b6c-9a52-9a9b6f2ab002';
    expect(await verify({ secret, response, idempotency_key: other })).toMatchObject(refused('timeout-or-duplicate'));
  });

  test("expires after 300 s of real time, regardless of the sandbox's clock", async () => {
    const [kept, late] = [await token({ hostname: 'localhost' }), await token({ hostname: 'localhost' })];
    await post('_control/clock', { advanceMs: 3_600_000 });
    expect(await verify({ secret, response: kept })).toMatchObject({ success: true });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
    expect(await verify({ secret, response: late })).toMatchObject(refused('timeout-or-duplicate'));
  });

  test('is dropped on reset', async () => {
    const response = await token({ hostname: 'localhost' });
    await post('_control/reset', {});
    expect(await verify({ secret, response })).toMatchObject(refused('invalid-input-response'));
  });
});

describe('siteverify', () => {
  test.each([
    ['a missing secret', { response: 'x' }, 'missing-input-secret'],
    ['an unknown secret', { secret: 'someone', response: 'x' }, 'invalid-input-secret'],
    ['a missing response', { secret }, 'missing-input-response'],
    ['an unknown response', { secret, response: 'x' }, 'invalid-input-response'],
    ['a response over 2048 characters', { secret, response: 'x'.repeat(2049) }, 'invalid-input-response'],
    ["the dummy token with the sandbox's own secret", { secret, response: dummy }, 'invalid-input-response'],
    ['the always-failing secret', { secret: `2x${'0'.repeat(31)}AA`, response: dummy }, 'invalid-input-response'],
    ['the always-spent secret', { secret: `3x${'0'.repeat(31)}AA`, response: dummy }, 'timeout-or-duplicate'],
  ])('rejects %s', async (_what, fields, code) => {
    expect(await verify(fields)).toMatchObject(refused(code));
  });

  test('accepts the dummy token with the always-passing secret', async () => {
    expect(await verify({ secret: `1x${'0'.repeat(31)}AA`, response: dummy })).toMatchObject({ success: true });
  });

  test('accepts a multipart form', async () => {
    const body = new FormData();
    body.set('secret', '1x0000000000000000000000000000000AA');
    body.set('response', 'XXXX.DUMMY.TOKEN.XXXX');
    const answer = await fetch(`${turnstile.url}/turnstile/v0/siteverify`, { method: 'POST', body });
    expect(await answer.json()).toMatchObject({ success: true });
  });

  test('accepts JSON, and rejects GET with 405', async () => {
    const response = await token({ hostname: 'localhost' });
    expect(await post('turnstile/v0/siteverify', { secret, response })).toMatchObject({ success: true });
    expect((await fetch(`${turnstile.url}/turnstile/v0/siteverify`)).status).toBe(405);
  });
});

function refused(code: string) {
  return { success: false, 'error-codes': [code] };
}

async function token(asked: { hostname: string; action?: string; cdata?: string }): Promise<string> {
  return z.object({ token: z.string() }).parse(await post('_control/token', asked)).token;
}

async function verify(fields: Record<string, string>): Promise<unknown> {
  const body = new URLSearchParams(fields);
  return (await fetch(`${turnstile.url}/turnstile/v0/siteverify`, { method: 'POST', body })).json();
}

async function post(path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${turnstile.url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}
