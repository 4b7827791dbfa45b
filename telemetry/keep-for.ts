/**
 * Returns a function that calls `read` at most once every `ms` and otherwise returns its last value. Concurrent callers
 * share a call. A failed call is not kept.
 */
export function keepFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { value: Promise<T>; until: number } | null = null;
  return async () => {
    if (last && performance.now() < last.until) return await last.value;
    const reading = { value: read(), until: performance.now() + ms };
    last = reading;
    try {
      return await reading.value;
    } catch (error) {
      if (last === reading) last = null;
      throw error;
    }
  };
}
