import type { DatabasePool } from 'slonik';
import {
  acknowledgeWhenKept,
  deleteOldJournal,
  keepEntries,
  RestoredError,
  requireReplayed,
  watchForRestore,
} from '#db/journal.ts';
import type { Logger } from '#telemetry/logger.ts';

const SWEEP_MS = 5_000;
const DAY_MS = 86_400_000;

/**
 * Starts copying journal entries out of the database: this process's entries before their changes are acknowledged, and
 * those of others (workers, commands, and processes that died before copying theirs) every few seconds. Deletes old
 * entries daily.
 *
 * @param onRestored Called if the database is restored to an earlier time while the process runs, which must then exit.
 * @returns `stop`, which resolves once nothing more will be written to the folder
 * @throws Error if the folder cannot be read, is not this database's journal, or has entries that the database lacks
 *   because it was restored and they were not replayed
 */
export async function startJournal(
  pool: DatabasePool,
  folder: string,
  logger: Logger,
  onRestored: (error: RestoredError) => void,
): Promise<{ stop: () => Promise<void> }> {
  await deleteOldJournal(folder);
  await requireReplayed(pool, folder);
  acknowledgeWhenKept(pool, folder);
  const requireSameDatabase = watchForRestore(pool);
  await requireSameDatabase();
  let isFailing = false;
  let deletedAt = Date.now();
  const sweep = async () => {
    try {
      await requireSameDatabase();
      await keepEntries(pool, folder);
      if (Date.now() - deletedAt > DAY_MS) {
        await deleteOldJournal(folder);
        deletedAt = Date.now();
      }
      isFailing = false;
    } catch (error) {
      if (error instanceof RestoredError) {
        clearInterval(timer);
        onRestored(error);
        return;
      }
      // Logged once per outage; the metric shows its duration.
      if (!isFailing)
        logger.error({ err: error }, 'failed to write the journal; changes are not acknowledged until it succeeds');
      isFailing = true;
    }
  };
  const sweeps = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const sweeping: Promise<void> = sweep().finally(() => sweeps.delete(sweeping));
    sweeps.add(sweeping);
  }, SWEEP_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(sweeps);
    },
  };
}
