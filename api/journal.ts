import type { DatabasePool } from 'slonik';
import { acknowledgeWhenKept, deleteOldJournal, findUnseenEntries, keepEntries, readJournal } from '#db/journal.ts';
import type { Logger } from '#telemetry/logger.ts';

const SWEEP_MS = 5_000;

/**
 * Has what this process changes journalled outside the database before it is acknowledged, and sweeps up what others journalled: workers, commands, and a
 * process that died in between.
 *
 * @throws where the folder cannot be read, or the database is older than its journal: it was restored, and nobody has replayed what happened since
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
      // One line when trouble begins; the figure tells how long it lasts.
      if (!isFailing)
        logger.error({ err: error }, 'the journal cannot be written; what it waits for is not acknowledged');
      isFailing = true;
    }
  };
  const timer = setInterval(() => void sweep(), SWEEP_MS);
  return { stop: () => clearInterval(timer) };
}
