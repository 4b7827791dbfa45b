import { LOAD_FAILED } from './fetch-chunk.ts';

/** Matches how browsers and the bundler report a chunk that failed to load. */
const NOT_FETCHED = /dynamically imported|module script|MIME|preload/;

/**
 * Replaces the browser’s message for a chunk that failed to load with one for users.
 * @returns a function that throws the latest such error
 */
export function watchChunks(): () => void {
  let failure: Error | undefined;
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // Any other error came from a chunk that did load.
    if (!NOT_FETCHED.test(payload.message)) return;
    failure = payload;
    // The router recognizes the original message and would reload the page, even offline.
    payload.message = navigator.onLine ? LOAD_FAILED : 'Network error. Please check your connection and try again.';
  });
  return () => {
    const latest = failure;
    failure = undefined;
    if (latest) throw latest;
  };
}
