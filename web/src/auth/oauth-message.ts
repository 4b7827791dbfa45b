import type { OauthMessage } from '#contract/auth.ts';
import { sendToChannel } from './oauth-channel.ts';

/** Posts a message to the opener if it has the same origin, or through the channel if this popup is cut off from it. */
export function postToOpener(message: OauthMessage): void {
  const opener: unknown = window.opener;
  if (isWindow(opener)) {
    opener.postMessage(message, window.location.origin);
    return;
  }
  sendToChannel(message);
}

export function hasOpener(): boolean {
  return isWindow(window.opener);
}

function isWindow(value: unknown): value is Window {
  return typeof value === 'object' && value !== null && 'postMessage' in value;
}

type CalendarMessage = Extract<OauthMessage, { type: 'oauth-callback' }>;

/**
 * Returns the calendar result in a message event; null unless it has the same origin, the type oauth-callback and the
 * expected provider.
 * @param origin this page's origin
 */
export function readCalendarMessage(
  event: { origin: string; data: unknown },
  origin: string,
  provider: string,
): CalendarMessage | null {
  if (event.origin !== origin || typeof event.data !== 'object' || event.data === null) return null;
  const fields = new Map<string, unknown>(Object.entries(event.data));
  if (fields.get('type') !== 'oauth-callback' || fields.get('provider') !== provider) return null;
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    type: 'oauth-callback',
    provider: provider === 'microsoft' ? 'microsoft' : 'google',
    code: text('code'),
    state: text('state'),
    error: text('error'),
  };
}
