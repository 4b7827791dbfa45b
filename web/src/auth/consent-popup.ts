import type { Provider } from '#contract/http.ts';
import { POPUP } from '#contract/limits.ts';
import { listenToChannel } from './oauth-channel.ts';
import { readCalendarMessage } from './oauth-message.ts';

export class ConsentFailed extends Error {
  override name = 'ConsentFailed';
  /** Whether the browser blocked the popup. */
  readonly isBlocked: boolean;

  constructor(message: string, isBlocked = false) {
    super(message);
    this.isBlocked = isBlocked;
  }
}

export type Consent = { code: string; state: string | undefined };

/** The URL that starts a calendar consent: the server redirects to the provider. */
export function consentUrl(provider: Provider, isPopup: boolean, returnUrl: string): string {
  const query = new URLSearchParams({ purpose: 'calendar_connect', isPopup: String(isPopup), returnUrl });
  return `/api/auth/${provider}?${query}`;
}

/**
 * Opens the consent page in a popup and waits for its result. Call it inside the click handler, before any await.
 * @throws ConsentFailed when the popup is blocked or closed, or the provider returns an error
 */
export function askConsent(provider: Provider, returnUrl: string): Promise<Consent> {
  const left = Math.max(0, window.screenX + (window.outerWidth - POPUP.width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - POPUP.height) / 2);
  const features = `popup,width=${POPUP.width},height=${POPUP.height},left=${left},top=${top}`;
  const popup = window.open(consentUrl(provider, true, returnUrl), 'foreword-consent', features);
  if (!popup || popup.closed) {
    const message = 'Failed to open popup window. Please allow popups for this site.';
    return Promise.reject(new ConsentFailed(message, true));
  }
  return waitForAnswer(popup, provider);
}

function waitForAnswer(popup: Window, provider: Provider): Promise<Consent> {
  return new Promise((resolve, reject) => {
    // A popup cut off from its opener looks closed, but has focus.
    const closedCheck = setInterval(() => {
      if (popup.closed && document.hasFocus()) settle(() => reject(new ConsentFailed('Authentication cancelled')));
    }, POPUP.closedCheckMs);
    const stopListening = listenToChannel(() => popup.closed, onMessage);

    function onMessage(event: { origin: string; data: unknown }) {
      const message = readCalendarMessage(event, window.location.origin, provider);
      if (!message) return;
      const { code, state, error } = message;
      if (error) settle(() => reject(new ConsentFailed(error)));
      else if (code) settle(() => resolve({ code, state }));
      else settle(() => reject(new ConsentFailed('OAuth callback did not provide a code or error')));
    }

    function settle(finish: () => void) {
      clearInterval(closedCheck);
      window.removeEventListener('message', onMessage);
      stopListening();
      finish();
    }

    window.addEventListener('message', onMessage);
  });
}
