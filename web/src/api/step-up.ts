import { ApiError } from './api-error.ts';
import { setWay } from './client.ts';

type Ask = (methods: readonly string[]) => Promise<boolean>;

/** What gives the factor is itself refused with the same code; the form that sent it says so. */
const FACTOR_PATH = '/auth/factor';

/**
 * Takes what asks the user for the second factor while somebody is signed in; returns what takes it away. It is asked once for all calls that need it
 * at the moment, and they are made again; they count as given up where it was not given.
 */
export function offerStepUp(ask: Ask): () => void {
  let asked: Promise<boolean> | null = null;
  return setWay(async (refusal, path) => {
    if (refusal.code !== 'FACTOR_REQUIRED' || path === FACTOR_PATH) return false;
    asked ??= ask(refusal.details.methods ?? []).finally(() => {
      asked = null;
    });
    if (await asked) return true;
    throw new ApiError({ message: 'Request aborted', code: 'ABORTED', cause: refusal });
  });
}
