/**
 * Waits for all runs. If one fails, stops the others and waits for them too, so that nothing is still using what
 * the caller closes next.
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
