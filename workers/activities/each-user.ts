import { VendorError } from '#providers/errors.ts';
import type { Logger } from '#telemetry/logger.ts';

type Users = {
  /** Last user of the previous batch; null to start. */
  after: string | null;
  batch: number;
  /** Maximum number of steps that run concurrently. */
  atOnce: number;
  list: (page: { after: string | null; limit: number }) => Promise<readonly string[]>;
  logger: Logger;
};

type Failure = { userId: string; error: unknown };

/**
 * Runs a step for each user in a batch. If it fails for one, continues with the others. Always waits for running steps
 * to end, so that they never overlap with a retry.
 *
 * @returns the users it failed for, with their errors, and where the next batch starts; null after the last
 * @throws a vendor's failure after more than `atOnce` of them without a success between: an outage affects everyone
 */
export async function eachUser(
  { after, batch, atOnce, list, logger }: Users,
  step: (userId: string) => Promise<void>,
): Promise<{ checked: number; failures: Failure[]; next: string | null }> {
  const failures: Failure[] = [];
  let outage: VendorError | null = null;
  let vendorFailuresInARow = 0;
  const userIds = await list({ after, limit: batch });
  // A shared iterator: each concurrent loop takes its next user from it.
  const waiting = userIds.values();
  const work = async () => {
    for (const userId of waiting) {
      try {
        await step(userId);
        vendorFailuresInARow = 0;
      } catch (error) {
        logger.error({ err: error, userId }, 'failed for one user; continuing with the others');
        failures.push({ userId, error });
        if (error instanceof VendorError && ++vendorFailuresInARow > atOnce) outage ??= error;
      }
      if (outage) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (outage) throw outage;
  return { checked: userIds.length, failures, next: userIds.length < batch ? null : (userIds.at(-1) ?? null) };
}
