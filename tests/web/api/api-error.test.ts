import { describe, expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';

const SERVER = 'Server error. Please try again later or contact support if the issue persists.';

describe('a failed call is classified as the catalogue has it', () => {
  test.each([
    [429, 'Slow down', 'RATE_LIMIT', 'Slow down'],
    [403, 'Research quota reached', 'QUOTA_EXCEEDED', 'Research quota reached'],
    [403, 'A Subscription is required', 'INSUFFICIENT_SUBSCRIPTION', 'A Subscription is required'],
    [403, 'No', 'AUTHORIZATION', 'You do not have permission to perform this action.'],
    [400, 'Validation failed', 'VALIDATION', 'Invalid input. Please check your data and try again.'],
    [400, 'That target is no company', 'INVALID_TARGET', 'Invalid research target.'],
    [400, 'No', 'VALIDATION', 'Bad request. Please check your input.'],
    [401, 'No', 'AUTHENTICATION', 'Authentication required. Please log in.'],
    [404, 'No', 'NOT_FOUND', 'The requested resource was not found.'],
    [409, 'No', 'CONFLICT', 'Resource conflict. The item may already exist.'],
    [500, 'No', 'SERVER_ERROR', SERVER],
    [502, 'No', 'SERVER_ERROR', SERVER],
    [503, 'No', 'SERVER_ERROR', SERVER],
    [504, 'No', 'SERVER_ERROR', SERVER],
    [418, 'I am a teapot', 'UNKNOWN', 'I am a teapot'],
  ])(
    '%i %s is %s [8.5] [8.6] [8.7] [8.8] [8.9] [8.10] [8.11] [8.12] [8.13] [8.14] [8.15] [8.17]',
    (status, message, type, explanation) => {
      const error = new ApiError({ status, message });
      expect(error).toMatchObject({ type, explanation, message, status });
    },
  );

  test('a 400 that names a target domain is about the target whatever it says', () => {
    const error = new ApiError({ status: 400, message: 'No', details: { targetDomain: 'gmail.com' } });
    expect(error.type).toBe('INVALID_TARGET');
  });

  test('a call that never got an answer is a network error', () => {
    const error = new ApiError({ message: 'Failed to fetch', code: 'NETWORK' });
    expect(error.type).toBe('NETWORK');
    expect(error.explanation).toBe('Network error. Please check your connection and try again.');
  });
});
