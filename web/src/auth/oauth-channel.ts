import type { OauthMessage } from '#contract/auth.ts';

/**
 * Connects a popup to its opener if a provider's pages have cut them off from each other (Cross-Origin-Opener-Policy),
 * as Microsoft does for apps registered after January 2027. A channel only reaches pages of the same origin.
 */
const CHANNEL = 'foreword-oauth';
const QUESTION = 'is-anyone-waiting';
const ANSWER = 'waiting';
/** Long enough for a busy page, which would be left waiting if the popup gave up. */
const ANSWERED_WITHIN_MS = 3000;

export function sendToChannel(message: OauthMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** Returns whether a page is waiting for a message from a popup that is cut off from its opener, such as this one. */
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
 * Listens for messages from a popup that is cut off from this page.
 *
 * @param isCutOff while it returns false, messages are ignored, since they come from other windows' popups
 * @returns a function that stops listening
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
