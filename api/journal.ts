import type { DatabasePool } from 'slonik';
import { acknowledgeWhenKept, deleteOldJournal, findUnseenEntries, keepEntries, readJournal } from '#db/journal.ts';
import type { Logger } from '#telemetry/logger.ts';

const SWEEP_MS = 5_000;

/**
 * Journals this process's changes outside the database before acknowledging them, and picks up those of others:
 * workers, commands, and processes that died in between.
 *
 * @throws Error if the folder cannot be read, or the database is older than its journal: it was restored, and the
 *   changes since were not replayed
 */
export async function startJournal(pool: DatabasePool, folder: string, logger: Logger): Promise<{ stop: () => void }> {
  await deleteOldJournal(folder);
  const { entries } = await readJournal(folder);
  const unseen = await findUnseenEntries(pool, entries);
  if (unseen.length > 0) {
    throw new Error(
      `The database is older than the journal in ${folder}, which has ${unseen.length} entries since: it was restored. Run replay-journal first (docs/operations.md), or closed accounts, old passwords and ended mails come back.`,
    );
  }
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
