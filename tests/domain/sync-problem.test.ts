import { describe, expect, test } from 'vitest';
import { syncProblemOf } from '#domain/sync-problem.ts';

const connected = { provider: 'google', status: 'connected', errorCode: null } as const;

describe('syncProblemOf', () => {
  test.each([
    ['rate_limited', 'throttled', /^Google asked us to slow down/],
    ['unavailable', 'unreachable', /^Google can’t be reached/],
    ['not_found', 'calendar_gone', /^Google can no longer find one of/],
    ['mailbox_missing', 'calendar_gone', /^Google can no longer find one of/],
    ['provider_not_configured', 'not_configured', /not set up for Google calendars/],
    ['forbidden', 'refused', /^Google refused/],
    ['a_code_of_tomorrow', 'refused', /^Google refused/],
    ['unexpected', 'unexpected', /on our side/],
  ])('reports %s as %s', (errorCode, code, message) => {
    expect(syncProblemOf({ ...connected, errorCode })).toEqual({ code, message: expect.stringMatching(message) });
  });

  test('reports a revoked grant rather than the last failure', () => {
    const problem = syncProblemOf({ provider: 'microsoft', status: 'reconnect_needed', errorCode: 'rate_limited' });
    expect(problem).toEqual({
      code: 'reconnect_needed',
      message: expect.stringMatching(/^Microsoft no longer lets us/),
    });
  });

  test('says who to ask if the organization blocked us', () => {
    const problem = syncProblemOf({ provider: 'google', status: 'reconnect_needed', errorCode: 'grant_blocked' });
    expect(problem).toEqual({
      code: 'reconnect_needed',
      message: expect.stringMatching(/^Your organization’s administrator .+ ask them to allow Foreword/),
    });
  });

  test('reports nothing after a successful sync or once disconnected', () => {
    expect(syncProblemOf(connected)).toBeNull();
    expect(syncProblemOf({ provider: 'google', status: 'disconnected', errorCode: 'unavailable' })).toBeNull();
  });
});
