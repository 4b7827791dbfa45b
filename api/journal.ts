import type { DatabasePool } from 'slonik';
import { acknowledgeWhenKept, deleteOldJournal, keepEntries, requireReplayed } from '#db/journal.ts';
import type { Logger } from '#telemetry/logger.ts';

const SWEEP_MS = 5_000;

/**
 * Starts copying journal entries out of the database: this process's before their changes are acknowledged, and every
 * few seconds those of others (workers, commands, and processes that died before copying theirs).
 *
 * @throws Error if the folder cannot be read, is not this database's journal, or has entries that the database lacks
 *   because it was restored and they were not replayed
 */
export async function startJournal(pool: DatabasePool, folder: string, logger: Logger): Promise<{ stop: () => void }> {
  await deleteOldJournal(folder);
  await requireReplayed(pool, folder);
  acknowledgeWhenKept(pool, folder);
  let isFailing = false;
  const sweep = async () => {
    try {
      await keepEntries(pool, folder);
      isFailing = false;
    } catch (error) {
      // Logged once per outage; the metric shows its duration.
      if (!isFailing)
        logger.error({ err: error }, 'failed to write the journal; changes are not acknowledged until it succeeds');
      isFailing = true;
    }
  };
  const timer = setInterval(() => void sweep(), SWEEP_MS);
  return { stop: () => clearInterval(timer) };
}
