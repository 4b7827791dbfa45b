import { parseArgs } from 'node:util';
import * as z from 'zod';
import { markUnknown } from '#db/queries/restored-mails.ts';
import { getLastRestoredCommit, insertRestore, type Loss } from '#db/queries/restores.ts';
import { setting } from './config.ts';
import { requireMigrated } from './require-migrated.ts';
import { storeUnknownDigests } from './store-unknown-digests.ts';
import { exitWithUsage, withDatabase } from './with-database.ts';

const USAGE = `Usage: mark-unknown [--since TIME | --since none] [--until TIME]
After every restore, before any part of the product starts: marks emails, webhooks, pushes and messages that may have
been sent since TIME (ISO 8601) as unknown, so that none is sent twice. By default, TIME is a minute before the last
commit that the restore reached; \`none\` means that nothing was sent since. With --until, when the product stopped,
briefings due later are sent. Safe to repeat.
DATABASE_URL is the database's URL, with the product's role.`;

/** Maximum clock skew between the lost server and the workers. */
const SKEW_MS = 60_000;

const time = z.iso.datetime({ offset: true });
const options = z.object({ since: z.union([z.literal('none'), time]).optional(), until: time.optional() });

if (import.meta.main) {
  const { values } = parseArgs({ options: { since: { type: 'string' }, until: { type: 'string' } } });
  const databaseUrl = setting('DATABASE_URL');
  const given = options.safeParse(values);
  if (!databaseUrl || !given.success) exitWithUsage(USAGE);
  await withDatabase(databaseUrl, async (pool) => {
    await requireMigrated(pool);
    const last = await getLastRestoredCommit(pool);
    if (last) console.log(`The last commit in the restored database is from ${last.toISOString()}.`);
    const since = given.data.since ?? (last && new Date(last.getTime() - SKEW_MS).toISOString());
    if (since === null)
      throw new Error(
        'Postgres has been restarted since the restore and no longer knows the last commit it reached. Its log does ("last completed transaction was at log time"): pass a minute earlier with --since.',
      );
    const loss = since === 'none' ? null : toLoss(since, given.data.until);
    const marked = await pool.transaction(async (transaction) => {
      await insertRestore(transaction, loss);
      if (!loss) return null;
      const digests = await storeUnknownDigests(transaction, loss);
      return { ...(await markUnknown(transaction, loss)), digests };
    });
    console.log(
      marked && loss
        ? `Marked unknown from ${loss.from.toISOString()} to ${loss.until.toISOString()}: ${marked.mails} queued emails, ${marked.briefings} more briefings and ${marked.digests} digests.`
        : 'Marked nothing.',
    );
  });
}

/** @throws if the product stopped before the loss began, or in the future */
function toLoss(since: string, stopped: string | undefined): Loss {
  const [nowMs, fromMs] = [Date.now(), Date.parse(since)];
  const stoppedMs = stopped === undefined ? nowMs : Date.parse(stopped);
  if (stoppedMs < fromMs || stoppedMs > nowMs)
    throw new Error(`--until must be between ${new Date(fromMs).toISOString()} and now.`);
  return { from: new Date(fromMs), until: new Date(Math.min(nowMs, stoppedMs + SKEW_MS)) };
}
