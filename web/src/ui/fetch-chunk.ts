const CHUNK_RETRY = 'chunk-retry';

export const LOAD_FAILED = 'Part of this page failed to load. Please try again.';

/** Delay before the first automatic retry; doubles up to `LONGEST_WAIT_MS`. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/** @param isRepeated whether a module failed again; in Safari only a reload helps, as it never requests it again */
type FailureListener = (isRepeated: boolean) => void;

let hasFailed = false;
let listener: FailureListener | undefined;

/**
 * Loads a chunk. Retries with growing delays until it succeeds, and immediately when the connection returns, the page
 * regains focus or `retryChunks` is called.
 * @param onFailure called when an attempt fails, except for timed retries
 */
export async function fetchChunk<Chunk>(load: () => Promise<Chunk>, onFailure?: () => void): Promise<Chunk> {
  // When prerendering, all chunks are local.
  if (import.meta.env.SSR) return await load();
  for (let waitMs = FIRST_WAIT_MS, isAsked = true; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    // A retry requested during a failing attempt starts right after it.
    const cue = awaitRetryCue();
    try {
      return await load();
    } catch (error) {
      if (isAsked) onFailure?.();
      // A module that fails to load rejects with a TypeError, any other script with our own error.
      const isRepeated = waitMs > FIRST_WAIT_MS && error instanceof TypeError;
      if (isAsked || isRepeated) reportFailedChunk(isRepeated);
      isAsked = await Promise.race([cue, later(waitMs)]);
    }
  }
}

/** Retries all failed chunks now. */
export function retryChunks(): void {
  window.dispatchEvent(new Event(CHUNK_RETRY));
}

/** Announces that a chunk failed to load. */
export function reportFailedChunk(isRepeated: boolean): void {
  hasFailed = true;
  listener?.(isRepeated);
}

/** Replaces the listener, and calls it immediately if a chunk has already failed to load. */
export function onFailedChunk(next: FailureListener): void {
  listener = next;
  if (hasFailed) next(false);
}

/** Resolves on the next reason to retry: an `online` or `focus` event, or `retryChunks`. */
function awaitRetryCue(): Promise<true> {
  return new Promise((resolve) => {
    for (const event of ['online', 'focus', CHUNK_RETRY])
      window.addEventListener(event, () => resolve(true), { once: true });
  });
}

function later(waitMs: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(resolve, waitMs, false);
  });
}
