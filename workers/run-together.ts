/**
 * Waits for all runs. If one fails, stops the others and waits for them too, so that nothing still uses what the caller
 * then closes.
 *
 * @throws the first failure
 */
export async function runTogether(runs: readonly Promise<unknown>[], stop: () => void): Promise<void> {
  try {
    await Promise.all(runs);
  } finally {
    stop();
    await Promise.allSettled(runs);
  }
}
