import { parseArgs } from 'node:util';
import * as z from 'zod';
import { markUnknownSince } from '#db/queries/restored-mails.ts';
import { setting } from './config.ts';
import { exitWithUsage, withDatabase } from './with-database.ts';

const USAGE = `Usage: mark-unknown --since TIME
After a restore to TIME (ISO 8601): marks emails, webhooks, pushes and messages that may have been sent since as unknown,
so that none is sent twice.
DATABASE_URL is the database's URL, with the product's role. No worker may be running yet. Safe to repeat.`;

if (import.meta.main) {
  const { values } = parseArgs({ options: { since: { type: 'string' } } });
  const databaseUrl = setting('DATABASE_URL');
  const since = z.iso.datetime({ offset: true }).safeParse(values.since);
  if (!databaseUrl || !since.success) exitWithUsage(USAGE);
  await withDatabase(databaseUrl, async (pool) => {
    const marked = await pool.transaction((transaction) => markUnknownSince(transaction, new Date(since.data)));
    console.log(`Marked unknown: ${marked.mails} queued emails and ${marked.briefings} more briefings.`);
  });
}
