import { VendorError } from '#providers/errors.ts';
import type { Logger } from '#telemetry/logger.ts';

type Users = {
  /** Last user of the previous batch; null to start. */
  after: string | null;
  batch: number;
  /** How long to continue after a failure; well below the activity's timeout. */
  budgetMs: number;
  list: (page: { after: string | null; limit: number }) => Promise<readonly string[]>;
  logger: Logger;
};

/**
 * Runs a step for each user of a batch. If it fails for one, continues with the others and throws at the end, so that
 * the activity is retried. A run with a failure also processes later batches, which would otherwise not start until a
 * retry succeeded.
 *
 * @returns where the next batch starts; null after the last
 * @throws the first failure; a vendor's at once, because its outage affects everyone
 */
export async function eachUser(
  { after, batch, budgetMs, list, logger }: Users,
  step: (userId: string) => Promise<void>,
): Promise<{ checked: number; next: string | null }> {
  const endsAt = Date.now() + budgetMs;
  let failure: unknown = null;
  let [checked, next] = [0, after];
  do {
    const userIds = await list({ after: next, limit: batch });
    for (const userId of userIds) {
      try {
        await step(userId);
      } catch (error) {
        if (error instanceof VendorError) throw error;
        logger.error({ err: error, userId }, 'failed for one user; continuing with the others');
        failure ??= error;
      }
      if (failure !== null && Date.now() > endsAt) throw failure;
    }
    checked += userIds.length;
    next = userIds.length < batch ? null : (userIds.at(-1) ?? null);
  } while (failure !== null && next !== null);
  if (failure !== null) throw failure;
  return { checked, next };
}
