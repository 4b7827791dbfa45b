import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { askConsent } from '#web/auth/consent-popup.ts';
import { isAnyoneWaiting } from '#web/auth/oauth-channel.ts';
import { postToOpener } from '#web/auth/oauth-message.ts';

const ORIGIN = 'http://localhost:3000';
const popup = { closed: false };
const open = vi.fn<(url: string, name: string, features: string) => typeof popup | null>();
let page: EventTarget;
let hasFocus: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  popup.closed = false;
  open.mockReset().mockReturnValue(popup);
  page = Object.assign(new EventTarget(), {
    open,
    screenX: 100,
    screenY: 50,
    outerWidth: 1400,
    outerHeight: 900,
    location: { origin: ORIGIN },
  });
  hasFocus = true;
  vi.stubGlobal('document', { hasFocus: () => hasFocus });
  vi.stubGlobal('window', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function post(data: unknown, origin = ORIGIN): void {
  page.dispatchEvent(Object.assign(new Event('message'), { data, origin }));
}

const asked = () => askConsent('google', '/app/settings').catch((error: unknown) => error);

test('askConsent opens a centred 600 by 700 popup and notices within 1 s that it closed [9.10]', async () => {
  const outcome = asked();
  const [url, , features] = open.mock.calls[0] ?? [];
  expect(url).toBe('/api/auth/google?purpose=calendar_connect&isPopup=true&returnUrl=%2Fapp%2Fsettings');
  expect(features).toBe('popup,width=600,height=700,left=500,top=150');
  const settled = vi.fn<() => void>();
  void outcome.then(settled);
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ message: 'Authentication cancelled', isBlocked: false });
});

describe('a popup that looks closed because the provider cut it off', () => {
  const said = { type: 'oauth-callback', provider: 'google', code: 'right', state: 's' } as const;
  beforeEach(() => {
    vi.useRealTimers();
    hasFocus = false;
  });
  const askedAndCutOff = () => {
    const outcome = asked();
    popup.closed = true;
    return outcome;
  };

  test('finds the waiting page and answers it through a channel', async () => {
    expect(await isAnyoneWaiting(500)).toBe(false);
    const outcome = askedAndCutOff();
    // The answer may take longer than half a second on a busy machine.
    await expect.poll(() => isAnyoneWaiting(500)).toBe(true);
    postToOpener(said);
    expect(await outcome).toEqual({ code: 'right', state: 's' });
    expect(await isAnyoneWaiting(500)).toBe(false);
  });

  test('counts as closed once its opener has focus again', async () => {
    const outcome = askedAndCutOff();
    await new Promise((passed) => setTimeout(passed, 1_200));
    hasFocus = true;
    expect(await outcome).toMatchObject({ message: 'Authentication cancelled' });
  });

  test('is ignored by a page whose own popup is still attached', async () => {
    const outcome = asked();
    expect(await isAnyoneWaiting(500)).toBe(false);
    post(said);
    expect(await outcome).toEqual({ code: 'right', state: 's' });
  });
});

test('askConsent reports a blocked popup immediately', async () => {
  open.mockReturnValue(null);
  const message = 'Failed to open popup window. Please allow popups for this site.';
  expect(await asked()).toMatchObject({ message, isBlocked: true });
});

test('askConsent accepts a code or error only from our origin and provider [5.17]', async () => {
  const answered = asked();
  post({ type: 'oauth-callback', provider: 'google', code: 'stolen' }, 'https://evil.test');
  post({ type: 'oauth-callback', provider: 'microsoft', code: 'other' });
  post({ type: 'something-else', provider: 'google', code: 'other' });
  post({ type: 'oauth-callback', provider: 'google', code: 'right', state: 's' });
  expect(await answered).toEqual({ code: 'right', state: 's' });

  const refused = asked();
  post({ type: 'oauth-callback', provider: 'google', error: 'No' });
  expect(await refused).toMatchObject({ message: 'No' });

  const empty = asked();
  post({ type: 'oauth-callback', provider: 'google' });
  expect(await empty).toMatchObject({ message: 'OAuth callback did not provide a code or error' });
});
