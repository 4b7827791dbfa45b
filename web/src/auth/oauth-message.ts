import type { OauthMessage } from '#contract/auth.ts';

/**
 * Reaches the opener if a provider's pages have cut the popup off from it (Cross-Origin-Opener-Policy), as Microsoft
 * does for apps registered after January 2027.
 */
const CHANNEL = 'foreword-oauth';
const QUESTION = 'is-anyone-waiting';
const ANSWER = 'waiting';
const ANSWERED_WITHIN_MS = 500;

/** Posts a message to the opener, if it has the same origin. */
export function postToOpener(message: OauthMessage): void {
  const opener: unknown = window.opener;
  if (isWindow(opener)) {
    opener.postMessage(message, window.location.origin);
    return;
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

export function hasOpener(): boolean {
  return isWindow(window.opener);
}

/** Whether a page waits for the message of a popup that is cut off, such as this one. */
export async function isAnyoneWaiting(): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  try {
    return await new Promise((resolve) => {
      channel.onmessage = ({ data }) => data === ANSWER && resolve(true);
      setTimeout(() => resolve(false), ANSWERED_WITHIN_MS);
      channel.postMessage(QUESTION);
    });
  } finally {
    channel.close();
  }
}

/**
 * Listens to a popup that is cut off.
 *
 * @param isCutOff Other windows' popups are not listened to while it returns false.
 * @returns a function that ends this
 */
export function listenToChannel(
  isCutOff: () => boolean,
  onMessage: (event: { origin: string; data: unknown }) => void,
): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isCutOff()) return;
    if (data === QUESTION) channel.postMessage(ANSWER);
    // A channel connects only pages of the same origin.
    else onMessage({ origin: window.location.origin, data });
  };
  return () => channel.close();
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
