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

describe('the return from a consent page', () => {
  test('an error in a popup goes to the opener and the popup closes', () => {
    const input = { error: 'access_denied', error_description: 'You said no', state: state({}) };
    expect(planCallback(input, true)).toMatchObject({
      kind: 'post',
      message: { type: 'oauth-callback', provider: 'google', error: 'You said no' },
      failure: 'You said no',
    });
  });

  test.each(['yahoo', undefined])(
    'an error in a popup of no provider we know (%s) is posted and shown, and the popup closes',
    (provider) => {
      const input = { error: 'access_denied', error_description: 'You said no', state: state({ provider }) };
      const plan = planCallback(input, true);
      expect(plan).toMatchObject({ kind: 'post', failure: 'You said no', closeAfterMs: 3000 });
      expect(plan).toHaveProperty('message', { type: 'oauth-callback', error: 'You said no', state: input.state });
    },
  );

  test('a popup of no provider we know, with neither code nor error, closes and does not turn into a login', () => {
    expect(planCallback({ state: state({ provider: 'yahoo' }) }, true)).toMatchObject({
      kind: 'fail',
      failure: 'Authentication failed',
      goTo: null,
      afterMs: 3000,
    });
  });

  test('an error elsewhere is shown and leads to the login after 3 s', () => {
    const plan = { kind: 'fail', failure: 'Authentication cancelled', goTo: '/login', afterMs: 3000 };
    const refused = planCallback({ error: 'access_denied', state: state({ isPopup: false }) }, false);
    expect(refused).toEqual({ ...plan, title: 'Not connected' });
    expect(planCallback({ error: 'access_denied' }, true)).toEqual({ ...plan, title: 'Not signed in' });
  });

  test.each([true, false])('a consent refused is headed by what it was for (popup: %s)', (isPopup) => {
    const refused = (purpose: string) =>
      planCallback({ error: 'access_denied', state: state({ purpose, isPopup }) }, isPopup);
    expect(refused('login')).toMatchObject({ title: 'Not signed in' });
    expect(refused('calendar_connect')).toMatchObject({ title: 'Not connected' });
  });

  test('a calendar code in a popup goes to the opener, which closes after 1 s', () => {
    expect(planCallback({ code: 'c', state: state({}) }, true)).toMatchObject({
      kind: 'post',
      message: { type: 'oauth-callback', provider: 'google', code: 'c' },
      failure: null,
      closeAfterMs: 1000,
    });
  });

  test('a calendar code without a popup, or with its opener lost, is connected from here', () => {
    const here = { kind: 'connect', provider: 'google', code: 'c', returnTo: '/app/settings' };
    expect(planCallback({ code: 'c', state: state({ isPopup: false }) }, false)).toMatchObject(here);
    expect(planCallback({ code: 'c', state: state({}) }, false)).toMatchObject(here);
  });

  test('a return address of another site, or none, becomes the integrations', () => {
    for (const returnUrl of ['//evil.test', 'https://evil.test', '', undefined]) {
      const plan = planCallback({ code: 'c', state: state({ isPopup: false, returnUrl }) }, false);
      expect(plan).toMatchObject({ kind: 'connect', returnTo: '/app/integrations' });
    }
  });

  test('a provider that does not exist is an error', () => {
    const failure = { kind: 'fail', failure: 'Invalid OAuth provider: yahoo', afterMs: 3000 };
    const inPopup = planCallback({ code: 'c', state: state({ provider: 'yahoo' }) }, true);
    expect(inPopup).toMatchObject({ ...failure, goTo: null });
    const here = planCallback({ code: 'c', state: state({ provider: 'yahoo', isPopup: false }) }, false);
    expect(here).toMatchObject({ ...failure, goTo: '/app/settings' });
  });

  test('a popup that came back with neither code nor error says nothing but who it is', () => {
    const plan = planCallback({ state: state({}) }, true);
    expect(plan).toMatchObject({ kind: 'post', message: { type: 'oauth-callback', provider: 'google' } });
    expect(plan).not.toHaveProperty('message.code');
    expect(plan).not.toHaveProperty('message.error');
  });

  test('a login in a popup tells the opener, elsewhere the user is fetched', () => {
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

  test('nothing to go by is a failed authentication', () => {
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
