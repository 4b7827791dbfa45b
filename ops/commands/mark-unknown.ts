import { parseArgs } from 'node:util';
import * as z from 'zod';
import { markUnknownSince } from '#db/queries/restored-mails.ts';
import { getLastRestoredCommit, insertRestore } from '#db/queries/restores.ts';
import { setting } from './config.ts';
import { requireMigrated } from './require-migrated.ts';
import { storeUnknownDigests } from './store-unknown-digests.ts';
import { exitWithUsage, withDatabase } from './with-database.ts';

const USAGE = `Usage: mark-unknown [--since TIME | --since none]
After every restore, before any part of the product starts: marks emails, webhooks, pushes and messages that may have
been sent since TIME (ISO 8601) as unknown, so that none is sent twice. By default, TIME is a minute before the last
commit that the restore reached; \`none\` means that nothing was sent since. Safe to repeat.
DATABASE_URL is the database's URL, with the product's role.`;

/** By how much the clocks of the lost server and the workers may have differed. */
const SKEW_MS = 60_000;

if (import.meta.main) {
  const { values } = parseArgs({ options: { since: { type: 'string' } } });
  const databaseUrl = setting('DATABASE_URL');
  const given = z
    .union([z.literal('none'), z.iso.datetime({ offset: true })])
    .optional()
    .safeParse(values.since);
  if (!databaseUrl || !given.success) exitWithUsage(USAGE);
  await withDatabase(databaseUrl, async (pool) => {
    await requireMigrated(pool);
    const last = await getLastRestoredCommit(pool);
    if (last) console.log(`The last commit in the restored database is from ${last.toISOString()}.`);
    const since = given.data ?? (last && new Date(last.getTime() - SKEW_MS).toISOString());
    if (since === null)
      throw new Error(
        'Postgres has been restarted since the restore and no longer knows the last commit it reached. Its log does ("last completed transaction was at log time"): pass a minute earlier with --since.',
      );
    const lostFrom = since === 'none' ? null : new Date(since);
    const marked = await pool.transaction(async (transaction) => {
      await insertRestore(transaction, lostFrom);
      if (!lostFrom) return null;
      const digests = await storeUnknownDigests(transaction, lostFrom);
      return { ...(await markUnknownSince(transaction, lostFrom)), digests };
    });
    console.log(
      marked
        ? `Marked unknown since ${since}: ${marked.mails} queued emails, ${marked.briefings} more briefings and ${marked.digests} digests.`
        : 'Marked nothing.',
    );
  });
}
