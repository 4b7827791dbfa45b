import { VendorError } from '#providers/errors.ts';
import type { Logger } from '#telemetry/logger.ts';

type Users = {
  /** Last user of the previous batch; null to start. */
  after: string | null;
  batch: number;
  /** How many users' steps may run at the same time. */
  atOnce: number;
  /** How long to continue after a failure; well below the activity's timeout. */
  budgetMs: number;
  list: (page: { after: string | null; limit: number }) => Promise<readonly string[]>;
  logger: Logger;
};

/**
 * Runs a step for each user of a batch. If it fails for one, continues with the others and throws at the end, so that
 * the activity is retried. A run with a failure also processes later batches, which would otherwise not start until a
 * retry succeeded. Steps that have begun always end first, so that none runs beside the retry.
 *
 * @returns where the next batch starts; null after the last
 * @throws the first failure; a vendor's before any further step, because its outage affects everyone
 */
export async function eachUser(
  { after, batch, atOnce, budgetMs, list, logger }: Users,
  step: (userId: string) => Promise<void>,
): Promise<{ checked: number; next: string | null }> {
  const endsAt = Date.now() + budgetMs;
  const [failures, outages]: [unknown[], VendorError[]] = [[], []];
  let [checked, next] = [0, after];
  do {
    const userIds = await list({ after: next, limit: batch });
    // Each takes the next user from the same iterator.
    const waiting = userIds.values();
    const work = async () => {
      for (const userId of waiting) {
        try {
          await step(userId);
        } catch (error) {
          if (error instanceof VendorError) {
            outages.push(error);
          } else {
            logger.error({ err: error, userId }, 'failed for one user; continuing with the others');
            failures.push(error);
          }
        }
        if (outages.length > 0 || (failures.length > 0 && Date.now() > endsAt)) return;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (outages.length > 0) throw outages[0];
    if (failures.length > 0 && Date.now() > endsAt) throw failures[0];
    checked += userIds.length;
    next = userIds.length < batch ? null : (userIds.at(-1) ?? null);
  } while (failures.length > 0 && next !== null);
  if (failures.length > 0) throw failures[0];
  return { checked, next };
}
