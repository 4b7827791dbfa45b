/**
 * Returns a function that runs a check at most once per interval; calls in between share its result. For checks that
 * anyone can ask for any number of times.
 */
export function shareCheck<T>(check: () => Promise<T>, everyMs: number): () => Promise<T> {
  let last: { result: Promise<T>; at: number } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at > everyMs) last = { result: check(), at: now };
    return last.result;
  };
}
