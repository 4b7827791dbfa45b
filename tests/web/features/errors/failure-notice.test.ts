import { describe, expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { durationText } from '#web/features/errors/duration-text.ts';
import { failureDetail, failureNotice } from '#web/features/errors/failure-notice.ts';
import { keepReaderLocale } from '#web/features/time/reader-locale.ts';

describe('the notice for a failed call', () => {
  test("shows a rate limit's wait and remaining requests for 5 s [8.19]", () => {
    const error = new ApiError({ status: 429, message: 'x', details: { retryAfter: 90, limit: 100, remaining: 0 } });
    expect(failureNotice(error, 'Failed to load meetings')).toEqual({
      title: 'Rate limit exceeded. Please wait 2 minutes before trying again.',
      detail: '0 of 100 requests remaining',
      durationMs: 5000,
    });
  });

  test('asks the user to try later when a rate limit does not specify a wait [8.19]', () => {
    const error = new ApiError({ status: 429, message: 'x' });
    expect(failureNotice(error, '').title).toBe('Rate limit exceeded. Please try again later.');
  });

  test('is reduced to its explanation by failureDetail, or to nothing for an unknown error', () => {
    const limited = new ApiError({ status: 429, message: 'x', details: { retryAfter: 90, limit: 60, remaining: 0 } });
    expect(failureDetail(limited)).toBe(
      'Rate limit exceeded. Please wait 2 minutes before trying again. 0 of 60 requests remaining',
    );
    expect(failureDetail(new ApiError({ status: 404, message: 'x' }))).toBe('The requested resource was not found.');
    expect(failureDetail(new Error('x'))).toBeUndefined();
  });

  test('shows a used-up quota, its reset date and an upgrade link for 6 s', () => {
    const details = { quota: 60, used: 60, resetDate: '2026-12-01T00:00:00.000Z' };
    expect(failureNotice(new ApiError({ status: 403, message: 'quota', details }), '')).toEqual({
      title: 'Monthly research quota exceeded (60/60 used). Resets on 1 December 2026.',
      link: { label: 'Upgrade your plan', to: '/settings/subscription' },
      durationMs: 6000,
    });
  });

  test("formats the reset date in the reader's locale", () => {
    keepReaderLocale({ locale: 'en-US', hourCycle: null });
    const error = new ApiError({ status: 403, message: 'quota', details: { resetDate: '2026-12-01T00:00:00.000Z' } });
    const { title } = failureNotice(error, '');
    keepReaderLocale({ locale: 'en-GB', hourCycle: null });
    expect(title).toBe('Monthly research quota exceeded. Resets on December 1, 2026.');
  });

  test('suggests an upgrade when a used-up quota has no reset date', () => {
    const error = new ApiError({ status: 403, message: 'quota reached' });
    expect(failureNotice(error, '').detail).toBe('Upgrade your plan for more research.');
  });

  test('shows the current plan and the required one [6.4]', () => {
    const details = { requiredPlan: 'Team', currentPlan: 'Research' };
    const notice = failureNotice(new ApiError({ status: 403, message: 'subscription', details }), '');
    expect(notice.title).toBe('This feature requires the Team plan. You are currently on the Research plan.');
    expect(notice.link?.label).toBe('View subscription plans');
    expect(notice.durationMs).toBe(6000);
  });

  test('shows the reason for an invalid target for 5 s', () => {
    const details = { targetDomain: 'gmail.com', reason: 'A free-mail domain is no company' };
    const notice = failureNotice(new ApiError({ status: 400, message: 'x', details }), '');
    expect(notice).toEqual({
      title: 'Invalid research target.',
      detail: 'A free-mail domain is no company',
      durationMs: 5000,
    });
  });

  test('shows what was tried and why it failed for any other error', () => {
    const error = new ApiError({ status: 404, message: 'gone' });
    expect(failureNotice(error, 'Failed to load research')).toEqual({
      title: 'Failed to load research',
      detail: 'The requested resource was not found.',
    });
    expect(failureNotice(new Error('bug'), 'Failed to load research')).toEqual({ title: 'Failed to load research' });
  });
});

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3600, '1 hour'],
  [7201, '3 hours'],
])('%i s is written as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
