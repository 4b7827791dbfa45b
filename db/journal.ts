import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { JOURNAL_DAYS } from '#contract/limits.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';
import {
  findNewestKeptEntry,
  hasJournalEntries,
  type KeptEntry,
  listEntriesToKeep,
  listUnseenEntries,
  lockJournal,
  markEntriesKept,
} from './queries/journal-entries.ts';
import { findRestoreName, findUnsettledRestore } from './queries/restores.ts';

/** The database was restored, and the product must not use it yet. */
export class RestoredError extends LoggableError {}

const DAY_MS = 86_400_000;
/** Entries of this age or less are in a file that cannot have been deleted yet. */
const SURELY_KEPT_DAYS = JOURNAL_DAYS - 40;
const FILE = /^\d{4}-\d{2}\.jsonl$/;
const line = z.object({ id: z.uuid(), at: z.iso.datetime().transform((at) => new Date(at)), entry: z.unknown() });

/**
 * Copies journal entries from the database to a file outside it. Returns once they are on disk. After a failure,
 * entries are written again, so the file may contain duplicates, which are harmless.
 *
 * @param folder Next to the backups, and kept as long as they are. Several processes may write to it.
 */
export async function keepEntries(pool: Pick<DatabasePool, 'transaction'>, folder: string): Promise<void> {
  await pool.transaction(async (transaction) => {
    await lockJournal(transaction);
    const entries = await listEntriesToKeep(transaction);
    if (entries.length === 0) return;
    await append(folder, entries);
    await markEntriesKept(
      transaction,
      entries.map(({ id }) => id),
    );
  });
}

/** Changes a pool so that transactions with journal entries return only once the entries are outside the database. */
export function acknowledgeWhenKept(pool: DatabasePool, folder: string): DatabasePool {
  const begin = pool.transaction.bind(pool);
  return Object.assign(pool, {
    transaction: async (handler, retries) => {
      let isJournalled = false;
      const result = await begin(async (transaction) => {
        const done = await handler(transaction);
        isJournalled = hasJournalEntries(transaction);
        return done;
      }, retries);
      if (isJournalled) await keepEntries({ transaction: begin }, folder);
      return result;
    },
  } satisfies Partial<DatabasePool>);
}

/** Appends entries to this month's file. Starts a new line, so that a truncated one does not corrupt them. */
async function append(folder: string, entries: readonly KeptEntry[]): Promise<void> {
  const name = `${new Date().toISOString().slice(0, 7)}.jsonl`;
  const text = entries.map((entry) => `\n${JSON.stringify(entry)}`).join('');
  // Unlike `write`, fails if only part of it fits on the disk.
  await durably(join(folder, name), 'a', (file) => file.appendFile(`${text}\n`));
  // A new file is durable only once its folder is synced too.
  await durably(folder, 'r', async () => undefined);
}

async function durably(
  path: string,
  flags: string,
  work: (file: Awaited<ReturnType<typeof open>>) => Promise<unknown>,
): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await work(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Deletes journal files older than any backup. */
export async function deleteOldJournal(folder: string): Promise<void> {
  const oldest = new Date(Date.now() - JOURNAL_DAYS * DAY_MS).toISOString().slice(0, 7);
  const old = (await readdir(folder)).filter((name) => FILE.test(name) && name.slice(0, 7) < oldest);
  for (const name of old) await rm(join(folder, name), { force: true });
}

/**
 * Reads the journal.
 *
 * @returns the entries in order, and the unreadable lines, except truncated ones that a later line repeats
 */
export async function readJournal(folder: string): Promise<{ entries: KeptEntry[]; unreadable: string[] }> {
  const entries = new Map<string, KeptEntry>();
  let unreadable: { place: string; text: string }[] = [];
  for (const name of (await readdir(folder)).filter((name) => FILE.test(name)).toSorted()) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
    for (const [index, text] of lines.entries()) {
      if (text === '') continue;
      const entry = parseLine(text);
      if (entry === null) unreadable.push({ place: `${name}:${index + 1}`, text });
      else {
        entries.set(entry.id, entry);
        unreadable = unreadable.filter((line) => !text.startsWith(line.text));
      }
    }
  }
  return {
    entries: [...entries.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    unreadable: unreadable.map(({ place }) => place),
  };
}

function parseLine(text: string): KeptEntry | null {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return null; // the caller records the line
  }
}

/** Returns the entries that the database lacks because it was restored to an earlier time. */
export async function findUnseenEntries(pool: DatabasePool, entries: readonly KeptEntry[]): Promise<KeptEntry[]> {
  const since = Date.now() - JOURNAL_DAYS * DAY_MS;
  const recent = entries.filter(({ at }) => at.getTime() > since);
  const unseen = new Set(
    await listUnseenEntries(
      pool,
      recent.map(({ id }) => id),
    ),
  );
  return recent.filter(({ id }) => unseen.has(id));
}

/**
 * Prevents a process from using a restored database before its journal has been replayed. Only reads the folder.
 *
 * @throws Error if the folder cannot be read, is not this database's journal, or has entries that the database lacks, or
 *   if no one has recorded what a restore lost
 */
export async function requireReplayed(pool: DatabasePool, folder: string): Promise<void> {
  const { entries } = await readJournal(folder);
  await requireOwnJournal(pool, folder, entries);
  const unseen = await findUnseenEntries(pool, entries);
  if (unseen.length === 0) return await requireSettled(pool);
  throw new LoggableError(
    `The journal in ${folder} has ${unseen.length} entries newer than the database, which was restored. Run replay-journal first (docs/operations.md), or closed accounts, old passwords and stopped emails will come back.`,
  );
}

/** Requires an operator to have recorded what a restore lost. Otherwise emails sent in the lost time are sent again. */
async function requireSettled(pool: DatabasePool): Promise<void> {
  const restore = await findUnsettledRestore(pool);
  if (restore === null) return;
  throw new RestoredError(
    `The database was restored (${restore}). Run mark-unknown first (docs/operations.md), or emails sent since its last commit will be sent again.`,
  );
}

/**
 * Returns a check that the database has not been replaced by an older one since the previous call, for running
 * processes. What they hold in memory, such as cached workflows, may be newer than the restored database.
 *
 * @throws (the check) Error if the newest entry seen before is gone, or the database was restored
 */
export function watchForRestore(pool: DatabasePool): () => Promise<void> {
  let seen: string | null = null;
  let first: { name: string | null } | undefined;
  return async () => {
    await requireSettled(pool);
    const name = await findRestoreName(pool);
    first ??= { name };
    if (name !== first.name) throw new RestoredError(`The database was restored (${name}) under this process.`);
    const [gone] = seen === null ? [] : await listUnseenEntries(pool, [seen]);
    if (gone !== undefined)
      throw new RestoredError(
        `The database no longer has ${gone}, the newest entry of its journal: it was restored. Stop the product, then follow "Restore a backup" (docs/operations.md).`,
      );
    seen = await findNewestKeptEntry(pool, SURELY_KEPT_DAYS);
  };
}

/**
 * Requires the folder to contain this database's own journal. With an empty or different one, a restore would silently
 * bring back everything that users had ended.
 *
 * @throws Error if the folder lacks an entry that the database had written there
 */
export async function requireOwnJournal(
  pool: DatabasePool,
  folder: string,
  entries: readonly KeptEntry[],
): Promise<void> {
  const newest = await findNewestKeptEntry(pool, SURELY_KEPT_DAYS);
  if (newest === null || entries.some(({ id }) => id === newest)) return;
  throw new LoggableError(
    `The journal in ${folder} lacks changes that this database had written to its journal. Copy that one here, or, if it is lost, run replay-journal --lost (docs/operations.md).`,
  );
}
