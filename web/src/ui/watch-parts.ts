/** As the browsers and the build's own helper say that a part did not arrive. */
const NOT_FETCHED = /dynamically imported|module script|MIME|preload/;

/**
 * Has a part that cannot be fetched told of as people would say it, not in the browser's words with an address in them.
 * @returns throws what a part has failed with since it was last called
 */
export function watchParts(): () => void {
  let failure: Error | undefined;
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // Whatever else was thrown came from a part that did arrive, and has words of its own.
    if (!NOT_FETCHED.test(payload.message)) return;
    failure = payload;
    // The router, too, knows the browser's words: it would load the page anew by itself, without a connection even.
    payload.message = navigator.onLine
      ? 'Part of it could not be downloaded. Please try again.'
      : 'Network error. Please check your connection and try again.';
  });
  return () => {
    const latest = failure;
    failure = undefined;
    if (latest) throw latest;
  };
}
