import type { OauthMessage } from '#contract/auth.ts';

/**
 * Connects a popup with the page that opened it if a provider's pages have cut them off from each other
 * (Cross-Origin-Opener-Policy), as Microsoft does for apps registered after January 2027. A channel reaches only pages
 * of the same origin.
 */
const CHANNEL = 'foreword-oauth';
const QUESTION = 'is-anyone-waiting';
const ANSWER = 'waiting';
/** A busy page answers late, and a popup that gave up would leave it waiting. */
const ANSWERED_WITHIN_MS = 3000;

export function sendToChannel(message: OauthMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** Whether a page waits for the message of a popup that is cut off, such as this one. */
export async function isAnyoneWaiting(withinMs = ANSWERED_WITHIN_MS): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  try {
    return await new Promise((resolve) => {
      channel.addEventListener('message', ({ data }) => data === ANSWER && resolve(true));
      setTimeout(() => resolve(false), withinMs);
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
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isCutOff()) return;
    if (data === QUESTION) channel.postMessage(ANSWER);
    else onMessage({ origin: window.location.origin, data });
  });
  return () => channel.close();
}
