import { describe, expect, test } from 'vitest';
import { openTestApi } from '#tests/support/api.ts';

const api = await openTestApi();

const RESET = '/api/auth/reset-password';
const NEW_PASSWORD = 'a long way to remember';
const TOO_SHORT = 'Password must be at least 8 characters long';

const ID = '0190d3a6-4c1e-7b52-9d5f-2f6f3c1f8a10';

describe('a validation error', () => {
  const TRIGGER = '/api/research/trigger';
  const MEETINGS = '/api/meetings';
  const time = 'must be a date and time with a time zone, for example 2026-12-01T14:00:00Z';

  test.each([
    ['POST', TRIGGER, {}, 'meetingId', 'is required'],
    ['POST', TRIGGER, { meetingId: 'x' }, 'meetingId', 'must be an id (UUID)'],
    ['POST', TRIGGER, { meetingId: ID, force: 'yes' }, 'force', 'must be true or false'],
    [
      'POST',
      '/api/users/calendar/sync',
      { provider: 'yahoo', enabled: true },
      'provider',
      'must be google or microsoft',
    ],
    ['POST', '/api/users/domain-blacklist', { domain: 5 }, 'domain', 'must be text'],
    ['POST', '/api/auth/update-user', { name: '' }, 'name', 'must not be empty'],
    ['GET', `${MEETINGS}?limit=0`, undefined, 'limit', 'must be at least 1'],
    ['GET', `${MEETINGS}?limit=501`, undefined, 'limit', 'must be at most 500'],
    ['GET', `${MEETINGS}?limit=ten`, undefined, 'limit', 'must be a number'],
    ['GET', `${MEETINGS}?limit=1.5`, undefined, 'limit', 'must be a whole number'],
    ['GET', `${MEETINGS}?startDate=tomorrow`, undefined, 'startDate', time],
    ['POST', MEETINGS, { title: 'a\0' }, 'title', 'must be a single line of text'],
  ])('for %s %s with %j reads: %s %s', async (method, path, body, field, message) => {
    const { client } = await api.newUser();
    const answer = await client.request(method, path, { body });
    expect([answer.status, answer.body.message]).toEqual([400, `Validation failed: ${field} ${message}`]);
    expect(answer.body).toMatchObject({ errors: { [field]: message } });
  });

  test('asks for a plan if a checkout has none', async () => {
    const { client } = await api.newUser({ isWhitelisted: false });
    const answer = await client.request('POST', '/api/subscriptions/create', { body: { priceId: undefined } });
    expect(answer.body.message).toBe('Validation failed: Please select a plan to continue');
  });
});

test.each([
  ['no fields for a password reset', RESET, {}, 'token', 'Invalid or missing reset token'],
  ['an empty token', RESET, { token: '', newPassword: NEW_PASSWORD }, 'token', 'Invalid or missing reset token'],
  ['no password', RESET, { token: 'x' }, 'newPassword', TOO_SHORT],
  ['a short password', RESET, { token: 'x', newPassword: 'short' }, 'newPassword', TOO_SHORT],
  [
    'no address for a verification email',
    '/api/auth/send-verification-email',
    {},
    'email',
    'Please enter your email address',
  ],
  ['an empty address', '/api/auth/forget-password', { email: ' ' }, 'email', 'Please enter your email address'],
  ['an invalid address', '/api/auth/forget-password', { email: 'at' }, 'email', 'Please enter a valid email address'],
])('a call with %s gets the specified message for its first invalid field', async (_, path, body, field, message) => {
  const answer = await api.client().request('POST', path, { body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ message: `Validation failed: ${message}`, errors: { [field]: message } });
});
