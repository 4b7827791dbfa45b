import { describe, expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';

const SERVER = 'Server error. Please try again later or contact support if the issue persists.';

describe('ApiError', () => {
  test.each([
    ['8.5', 429, 'Slow down', 'RATE_LIMIT', 'Slow down'],
    ['8.6', 403, 'Research quota reached', 'QUOTA_EXCEEDED', 'Research quota reached'],
    ['8.7', 403, 'A Subscription is required', 'INSUFFICIENT_SUBSCRIPTION', 'A Subscription is required'],
    ['8.8', 403, 'No', 'AUTHORIZATION', 'You do not have permission to perform this action.'],
    ['8.9', 400, 'Validation failed', 'VALIDATION', 'Invalid input. Please check your data and try again.'],
    ['8.10', 400, 'That target is no company', 'INVALID_TARGET', 'Invalid research target.'],
    ['8.11', 400, 'No', 'VALIDATION', 'Bad request. Please check your input.'],
    ['8.12', 401, 'No', 'AUTHENTICATION', 'Authentication required. Please log in.'],
    ['8.13', 404, 'No', 'NOT_FOUND', 'The requested resource was not found.'],
    ['8.14', 409, 'No', 'CONFLICT', 'Resource conflict. The item may already exist.'],
    ['8.15', 500, 'No', 'SERVER_ERROR', SERVER],
    ['8.15', 502, 'No', 'SERVER_ERROR', SERVER],
    ['8.15', 503, 'No', 'SERVER_ERROR', SERVER],
    ['8.15', 504, 'No', 'SERVER_ERROR', SERVER],
    ['8.17', 418, 'I am a teapot', 'UNKNOWN', 'I am a teapot'],
  ])('[%s] classifies %i "%s" as %s, explained as "%s"', (_, status, message, type, explanation) => {
    const error = new ApiError({ status, message });
    expect(error).toMatchObject({ type, explanation, message, status });
  });

  test('classifies a 400 with a target domain as INVALID_TARGET [8.10]', () => {
    const error = new ApiError({ status: 400, message: 'No', details: { targetDomain: 'gmail.com' } });
    expect(error.type).toBe('INVALID_TARGET');
  });

  test('classifies a call without a response as a network error [8.16]', () => {
    const error = new ApiError({ message: 'Failed to fetch', code: 'NETWORK' });
    expect(error.type).toBe('NETWORK');
    expect(error.explanation).toBe('Network error. Please check your connection and try again.');
  });
});
