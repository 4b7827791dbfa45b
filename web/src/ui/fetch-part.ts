/** Told to the window when a part of the application could not be fetched (release.ts listens). */
export const PART_MISSING = 'part-missing';

/**
 * Fetches a part of the application that the screen around it can do without for the moment: while it cannot be had the screen stays as it is, and it is
 * asked for again when the connection is back or somebody comes back to the page.
 * @param onMissing told each time it could not be had, where its absence is to be said
 */
export async function fetchPart<Part>(load: () => Promise<Part>, onMissing?: () => void): Promise<Part> {
  try {
    return await load();
  } catch {
    onMissing?.();
    window.dispatchEvent(new Event(PART_MISSING));
    await new Promise<unknown>((resolve) => {
      for (const event of ['online', 'focus']) window.addEventListener(event, resolve, { once: true });
    });
    return await fetchPart(load, onMissing);
  }
}

/** Has a part that cannot be fetched told of as people would say it, not in the browser's words with an address in them. */
export function watchParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router, too, knows the browser's words: it would load the page anew by itself, without a connection even.
    payload.message = navigator.onLine
      ? 'A part of it could not be downloaded. Please try again.'
      : 'Network error. Please check your connection and try again.';
  });
}
