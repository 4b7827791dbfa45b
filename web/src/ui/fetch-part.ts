const PART_MISSING = 'part-missing';
const PART_WANTED = 'part-wanted';

/** Before the first further try that nobody asks for; twice as long before each after it, up to the longest. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

let wasMissing = false;

/**
 * Fetches a part of the application that the screen around it can do without for the moment: while it cannot be had the screen stays as it is, and it is
 * asked for again after a while, and at once when the connection is back, somebody comes back to the page, or `retryParts` is called.
 * @param onMissing told when it could not be had, where its absence is to be said; not of tries that only the time has brought about
 */
export async function fetchPart<Part>(load: () => Promise<Part>, onMissing?: () => void): Promise<Part> {
  // Pages that are written ahead have everything beside them, and nobody who could ask.
  if (import.meta.env.SSR) return await load();
  for (let waitMs = FIRST_WAIT_MS, isAsked = true; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    // Who asks while a try is under way that then fails is not to wait either.
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

/** Has every part that could not be had tried again at once. */
export function retryParts(): void {
  window.dispatchEvent(new Event(PART_WANTED));
}

/** Says that a part of the application could not be fetched, for whoever knows of releases. */
export function tellPartMissing(): void {
  wasMissing = true;
  window.dispatchEvent(new Event(PART_MISSING));
}

/** @param listener called for each part that could not be fetched, and at once where that has happened before */
export function onPartMissing(listener: () => void): void {
  window.addEventListener(PART_MISSING, listener);
  if (wasMissing) listener();
}

/** Ends with true once somebody does what calls for a try at once; by the clock alone it does not end. */
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
