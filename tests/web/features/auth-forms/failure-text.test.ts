import { describe, expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { adminFailureText } from '#web/features/auth-forms/admin-failure-text.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';

const OFFLINE = new ApiError({ message: 'Failed to fetch', code: 'NETWORK' });
const WHY = 'Network error. Please check your connection and try again.';
const DENIED = 'Access denied: Email not authorized for admin access';

describe('failureText', () => {
  test("shows the server's message for a rejected request", () => {
    expect(failureText(new ApiError({ status: 401, message: 'Invalid email or password.' }))).toBe(
      'Invalid email or password.',
    );
    expect(failureText(new ApiError({ status: 400, message: 'Invalid reset link' }), 'Failed to reset password')).toBe(
      'Invalid reset link',
    );
  });

  test('says what failed and why for a network error', () => {
    expect(failureText(OFFLINE, 'Failed to reset password')).toBe(`Failed to reset password. ${WHY}`);
    expect(failureText(OFFLINE)).toBe(WHY);
  });

  test('uses a generic message for an unexpected error [8.23]', () => {
    expect(failureText(new Error('bug'))).toBe('An unexpected error occurred');
    expect(failureText(new ApiError({ status: 200, message: 'Invalid API response format' }))).toBe(
      'An unexpected error occurred. Invalid API response format',
    );
    expect(failureText(new Error('bug'), 'Failed to verify email')).toBe('Failed to verify email');
  });

  test("includes a rate limit's wait when known", () => {
    const after = (details: object) => failureText(new ApiError({ status: 429, message: 'x', details }));
    expect(after({ retryAfter: 10 })).toBe('Rate limit exceeded. Please wait 10 seconds before trying again.');
    expect(after({})).toBe('Rate limit exceeded. Please try again later.');
  });
});

describe('adminFailureText', () => {
  test.each([
    [403, 'Email is not on the whitelist'],
    [403, 'You are Not Authorized'],
    [401, DENIED],
  ])('reports %i %s as access denied', (status, message) => {
    expect(adminFailureText(new ApiError({ status, message }))).toBe(DENIED);
  });

  test('reports every other error as failureText does', () => {
    expect(adminFailureText(new ApiError({ status: 401, message: 'Invalid email or password.' }))).toBe(
      'Invalid email or password.',
    );
    expect(adminFailureText(OFFLINE)).toBe(`Admin login failed. ${WHY}`);
  });
});
