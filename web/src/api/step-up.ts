import { ApiError } from './api-error.ts';
import { setRetryHandler } from './client.ts';

type Ask = (methods: readonly string[]) => Promise<boolean>;

/** The endpoint that checks the factor. Its own FACTOR_REQUIRED failures don't prompt again: the form shows them. */
const FACTOR_PATH = '/auth/factor';

/**
 * Registers the prompt for a second factor. Concurrent calls that need a factor share one prompt and are then retried,
 * or fail as aborted if the user cancels it.
 * @returns a function that removes the prompt
 */
export function offerStepUp(ask: Ask): () => void {
  let asked: Promise<boolean> | null = null;
  return setRetryHandler(async (failure, path) => {
    if (failure.code !== 'FACTOR_REQUIRED' || path === FACTOR_PATH) return false;
    asked ??= ask(failure.details.methods ?? []).finally(() => {
      asked = null;
    });
    if (await asked) return true;
    throw new ApiError({ message: 'Request aborted', code: 'ABORTED', cause: failure });
  });
}
