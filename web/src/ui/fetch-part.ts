const PART_MISSING = 'part-missing';
const PART_WANTED = 'part-wanted';

/** Delay before the first automatic retry; doubles up to the longest. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

let wasMissing = false;

/**
 * Loads a lazy chunk the screen can do without for now. Retries with growing delays, and at once when the connection
 * returns, the page regains focus or `retryParts` is called.
 * @param onMissing called when an attempt fails, except for timed retries
 */
export async function fetchPart<Part>(load: () => Promise<Part>, onMissing?: () => void): Promise<Part> {
  // Prerendering has every chunk at hand.
  if (import.meta.env.SSR) return await load();
  for (let waitMs = FIRST_WAIT_MS, isAsked = true; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    // A retry requested during a failing attempt starts right after it.
    const wish = awaitWish();
    try {
      return await load();
    } catch {
      if (isAsked) {
        onMissing?.();
        tellPartMissing();
      }
      isAsked = await Promise.race([wish, later(waitMs)]);
    }
  }
}

/** Retries all missing chunks now. */
export function retryParts(): void {
  window.dispatchEvent(new Event(PART_WANTED));
}

/** Announces that a chunk failed to load. */
export function tellPartMissing(): void {
  wasMissing = true;
  window.dispatchEvent(new Event(PART_MISSING));
}

/** Calls `listener` for each chunk that fails to load, and at once if one already has. */
export function onPartMissing(listener: () => void): void {
  window.addEventListener(PART_MISSING, listener);
  if (wasMissing) listener();
}

/** Resolves when something calls for a retry: online, focus or `retryParts`. */
function awaitWish(): Promise<true> {
  return new Promise((resolve) => {
    for (const event of ['online', 'focus', PART_WANTED])
      window.addEventListener(event, () => resolve(true), { once: true });
  });
}

function later(waitMs: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(resolve, waitMs, false);
  });
}
