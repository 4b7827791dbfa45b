import { describe, expect, test } from 'vitest';
import { planCallback } from '#web/features/oauth-callback/plan-callback.ts';

function state(fields: object): string {
  const full = {
    purpose: 'calendar_connect',
    provider: 'google',
    isPopup: true,
    returnUrl: '/app/settings',
    nonce: 'n',
  };
  return Buffer.from(JSON.stringify({ ...full, ...fields })).toString('base64url');
}

describe('planCallback', () => {
  test("posts a popup's error to its opener", () => {
    const input = { error: 'access_denied', error_description: 'You said no', state: state({}) };
    expect(planCallback(input, true)).toMatchObject({
      kind: 'post',
      message: { type: 'oauth-callback', provider: 'google', error: 'You said no' },
      failure: 'You said no',
    });
  });

  test.each(['yahoo', undefined])('posts and shows the error of an unknown provider (%s), then closes', (provider) => {
    const input = { error: 'access_denied', error_description: 'You said no', state: state({ provider }) };
    const plan = planCallback(input, true);
    expect(plan).toMatchObject({ kind: 'post', failure: 'You said no', closeAfterMs: 3000 });
    expect(plan).toHaveProperty('message', { type: 'oauth-callback', error: 'You said no', state: input.state });
  });

  test('closes a popup of an unknown provider without code or error', () => {
    expect(planCallback({ state: state({ provider: 'yahoo' }) }, true)).toMatchObject({
      kind: 'fail',
      failure: 'Authentication failed',
      goTo: null,
      afterMs: 3000,
    });
  });

  test('shows an error outside a popup, then redirects to login', () => {
    const plan = { kind: 'fail', failure: 'Authentication cancelled', goTo: '/login', afterMs: 3000 };
    const refused = planCallback({ error: 'access_denied', state: state({ isPopup: false }) }, false);
    expect(refused).toEqual({ ...plan, title: 'Not connected' });
    expect(planCallback({ error: 'access_denied' }, true)).toEqual({ ...plan, title: 'Not signed in' });
  });

  test.each([
    ['access_denied', 'Authentication cancelled'],
    ['consent_required', /administrator’s approval/],
    ['admin_policy_enforced', /administrator’s approval/],
    ['server_error', /try again in a few minutes/],
    ['invalid_scope', 'Authentication failed'],
  ])("describes %s in our own words if the vendor's description is for developers", (error, text) => {
    const description = 'AADSTS65004: User declined to consent to access the app. Trace ID: 1b Correlation ID: 2c';
    for (const error_description of [description, undefined]) {
      const plan = planCallback({ error, ...(error_description && { error_description }), state: state({}) }, true);
      expect(plan).toMatchObject({
        kind: 'post',
        message: { error: expect.stringMatching(text) },
        failure: expect.stringMatching(text),
      });
    }
  });

  test('tells an administrator whether the app was approved', () => {
    expect(planCallback({ admin_consent: 'True' }, false)).toEqual({ kind: 'admin-consent', isGiven: true });
    const refused = { admin_consent: 'True', error: 'consent_required', error_description: 'AADSTS65004: denied' };
    expect(planCallback(refused, false)).toEqual({ kind: 'admin-consent', isGiven: false });
  });

  test.each([true, false])('titles a refused consent by its purpose (popup: %s)', (isPopup) => {
    const refused = (purpose: string) =>
      planCallback({ error: 'access_denied', state: state({ purpose, isPopup }) }, isPopup);
    expect(refused('login')).toMatchObject({ title: 'Not signed in' });
    expect(refused('calendar_connect')).toMatchObject({ title: 'Not connected' });
  });

  test("posts a popup's calendar code, then closes after 1 s", () => {
    expect(planCallback({ code: 'c', state: state({}) }, true)).toMatchObject({
      kind: 'post',
      message: { type: 'oauth-callback', provider: 'google', code: 'c' },
      failure: null,
      closeAfterMs: 1000,
    });
  });

  test('connects the calendar in this window when there is no opener', () => {
    const here = { kind: 'connect', provider: 'google', code: 'c', returnTo: '/app/settings' };
    expect(planCallback({ code: 'c', state: state({ isPopup: false }) }, false)).toMatchObject(here);
    expect(planCallback({ code: 'c', state: state({}) }, false)).toMatchObject(here);
  });

  test('returns to the integrations when the return URL is unsafe or missing', () => {
    for (const returnUrl of ['//evil.test', 'https://evil.test', '', undefined]) {
      const plan = planCallback({ code: 'c', state: state({ isPopup: false, returnUrl }) }, false);
      expect(plan).toMatchObject({ kind: 'connect', returnTo: '/app/integrations' });
    }
  });

  test('fails for an unknown provider', () => {
    const failure = { kind: 'fail', failure: 'Invalid OAuth provider: yahoo', afterMs: 3000 };
    const inPopup = planCallback({ code: 'c', state: state({ provider: 'yahoo' }) }, true);
    expect(inPopup).toMatchObject({ ...failure, goTo: null });
    const here = planCallback({ code: 'c', state: state({ provider: 'yahoo', isPopup: false }) }, false);
    expect(here).toMatchObject({ ...failure, goTo: '/app/settings' });
  });

  test('posts only the provider when a popup has neither code nor error', () => {
    const plan = planCallback({ state: state({}) }, true);
    expect(plan).toMatchObject({ kind: 'post', message: { type: 'oauth-callback', provider: 'google' } });
    expect(plan).not.toHaveProperty('message.code');
    expect(plan).not.toHaveProperty('message.error');
  });

  test('posts a popup login to its opener, and finishes any other login itself', () => {
    expect(planCallback({ state: state({ purpose: 'login' }) }, true)).toMatchObject({
      kind: 'post',
      message: { type: 'oauth-login-callback', success: true },
      closeAfterMs: 1000,
    });
    expect(planCallback({ state: state({ purpose: 'login', isPopup: false }) }, false)).toEqual({
      kind: 'login',
      returnTo: '/app/settings',
    });
  });

  test('fails authentication if the state is missing or unreadable', () => {
    const plan = {
      kind: 'fail',
      title: 'Not signed in',
      failure: 'Authentication failed',
      goTo: '/login',
      afterMs: 3000,
    };
    expect(planCallback({}, false)).toEqual(plan);
    expect(planCallback({ code: 'c', state: 'forged' }, true)).toEqual(plan);
  });
});
