/**
 * Returns a function that starts something on its first call and shares it with all later ones. After a failed start,
 * the next call tries again; otherwise one failure would fail every later test file of the worker.
 */
export function startOnce<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return async () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return await started;
  };
}
