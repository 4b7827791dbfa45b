import { afterEach, describe, expect, test, vi } from 'vitest';
import { postToOpener, readCalendarMessage } from '#web/auth/oauth-message.ts';

const origin = 'http://localhost:3000';
afterEach(() => {
  vi.unstubAllGlobals();
});

test('attack 17: what a popup posts is for a page of our own origin alone', () => {
  const postMessage = vi.fn<(message: unknown, targetOrigin: string) => void>();
  vi.stubGlobal('window', { opener: { postMessage }, location: { origin } });
  const message = { type: 'oauth-callback', provider: 'google', code: 'c' } as const;
  postToOpener(message);
  expect(postMessage.mock.calls).toEqual([[message, origin]]);
});

const data = { type: 'oauth-callback', provider: 'google', code: 'c', state: 's' };

describe('a message from the consent popup [5.17]', () => {
  test('counts when it comes from our origin, for the provider asked', () => {
    expect(readCalendarMessage({ origin, data }, origin, 'google')).toEqual({ ...data, error: undefined });
  });

  test.each([
    ['another origin', { origin: 'http://evil.test', data }],
    ['another port', { origin: 'http://localhost:3001', data }],
    ['another type', { origin, data: { ...data, type: 'oauth-login-callback' } }],
    ['another provider', { origin, data: { ...data, provider: 'microsoft' } }],
    ['no object', { origin, data: 'oauth-callback' }],
    ['nothing', { origin, data: null }],
  ])('with %s is ignored', (_, event) => {
    expect(readCalendarMessage(event, origin, 'google')).toBeNull();
  });
});
