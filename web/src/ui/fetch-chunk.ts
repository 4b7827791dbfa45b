const CHUNK_FAILED = 'chunk-failed';
const CHUNK_RETRY = 'chunk-retry';

/** Delay before the first automatic retry; doubles up to the longest. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

let hasFailed = false;

/**
 * Loads a chunk that the page can do without for now. Retries with growing delays until it succeeds, and at once when
 * the connection returns, the page regains focus or `retryChunks` is called.
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
    } catch {
      if (isAsked) {
        onFailure?.();
        reportFailedChunk();
      }
      isAsked = await Promise.race([cue, later(waitMs)]);
    }
  }
}

/** Retries all failed chunks now. */
export function retryChunks(): void {
  window.dispatchEvent(new Event(CHUNK_RETRY));
}

/** Announces that a chunk failed to load. */
export function reportFailedChunk(): void {
  hasFailed = true;
  window.dispatchEvent(new Event(CHUNK_FAILED));
}

/** Calls `listener` for each chunk that fails to load, and at once if one already has. */
export function onFailedChunk(listener: () => void): void {
  window.addEventListener(CHUNK_FAILED, listener);
  if (hasFailed) listener();
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
