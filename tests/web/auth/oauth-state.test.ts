import { expect, test } from 'vitest';
import { readOauthState } from '#web/auth/oauth-state.ts';

const state = {
  purpose: 'calendar_connect',
  provider: 'google',
  isPopup: true,
  returnUrl: '/app/settings?name=Zoë',
  nonce: 'n',
};

test.each(['base64', 'base64url'] as const)('readOauthState reads a %s state with non-ASCII characters', (encoding) => {
  const text = Buffer.from(JSON.stringify(state)).toString(encoding);
  expect(readOauthState(text)).toEqual({
    purpose: 'calendar_connect',
    provider: 'google',
    isPopup: true,
    returnUrl: '/app/settings?name=Zoë',
  });
});

test.each(['', undefined, 'not base64!', Buffer.from('null').toString('base64'), Buffer.from('{').toString('base64')])(
  'readOauthState returns an empty state for unreadable text (%j)',
  (text) => {
    expect(readOauthState(text)).toEqual({});
  },
);

test('readOauthState drops an unknown purpose', () => {
  const text = Buffer.from(JSON.stringify({ ...state, purpose: 'admin' })).toString('base64');
  expect(readOauthState(text).purpose).toBeUndefined();
});
