import { describe, expect, test } from 'vitest';
import { readCalendarMessage } from '#web/auth/oauth-message.ts';

const origin = 'http://localhost:3000';
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
