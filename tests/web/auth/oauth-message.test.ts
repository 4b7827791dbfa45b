import { afterEach, describe, expect, test, vi } from 'vitest';
import { postToOpener, readCalendarMessage } from '#web/auth/oauth-message.ts';

const origin = 'http://localhost:3000';
afterEach(() => {
  vi.unstubAllGlobals();
});

test('attack 17: the popup posts only to our own origin', () => {
  const postMessage = vi.fn<(message: unknown, targetOrigin: string) => void>();
  vi.stubGlobal('window', { opener: { postMessage }, location: { origin } });
  const message = { type: 'oauth-callback', provider: 'google', code: 'c' } as const;
  postToOpener(message);
  expect(postMessage.mock.calls).toEqual([[message, origin]]);
});

const data = { type: 'oauth-callback', provider: 'google', code: 'c', state: 's' };

describe('a message from the consent popup [5.17]', () => {
  test('is read when it comes from our origin and provider', () => {
    expect(readCalendarMessage({ origin, data }, origin, 'google')).toEqual({ ...data, error: undefined });
  });

  test.each([
    ['another origin', { origin: 'http://evil.test', data }],
    ['another port', { origin: 'http://localhost:3001', data }],
    ['another type', { origin, data: { ...data, type: 'oauth-login-callback' } }],
    ['another provider', { origin, data: { ...data, provider: 'microsoft' } }],
    ['a string as data', { origin, data: 'oauth-callback' }],
    ['null data', { origin, data: null }],
  ])('is ignored with %s', (_, event) => {
    expect(readCalendarMessage(event, origin, 'google')).toBeNull();
  });
});
