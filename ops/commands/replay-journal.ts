import { createClient } from 'redis';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { closeAccount } from '#db/close-account.ts';
import { deleteManualMeeting } from '#db/delete-manual-meeting.ts';
import { createEncryption, type Encryption } from '#db/encryption.ts';
import { endCalendar } from '#db/end-calendar.ts';
import { findUnseenEntries, readJournal, requireOwnJournal } from '#db/journal.ts';
import { lockAccount, unlockAccount } from '#db/lock-account.ts';
import { eraseAddress, freeClosedAddress } from '#db/queries/account-deletion.ts';
import { lockIntegration } from '#db/queries/calendar-integrations.ts';
import { deleteChannelById } from '#db/queries/channels.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { restoreFactors } from '#db/queries/factors.ts';
import {
  findUserIdByHash,
  forgetKeptEntries,
  insertReplayedEntry,
  JOURNAL,
  type JournalEntry,
  journalEntry,
  type KeptFactors,
} from '#db/queries/journal-entries.ts';
import { deleteUnusedSuppression, liftSuppression, restoreSuppression } from '#db/queries/mail-suppressions.ts';
import { deleteSubscriptionById } from '#db/queries/newsletter-subscriptions.ts';
import { deleteObjection, insertObjection } from '#db/queries/objections.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { deleteOutgoingWebhook } from '#db/queries/outgoing-webhooks.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { totpOwner } from '#db/queries/totp-factors.ts';
import {
  deleteUnverifiedUser,
  findUser,
  type UserRow,
  updateEmail,
  updateEmailVerified,
  updateProfileFields,
  updateRole,
} from '#db/queries/users.ts';
import { endEverySession, endWaysIn } from '#db/queries/ways-in.ts';
import { deleteWhitelistEntry } from '#db/queries/whitelist-entries.ts';
import { reclassifyMeetings } from '#db/reclassify-meetings.ts';
import type { Transaction } from '#db/sql.ts';
import { wakeComingMeetings } from '#db/wake-meetings.ts';
import { addressSubject, domainSubject } from '#domain/objection.ts';
import { addressee } from '#domain/user-name.ts';
import { setting } from './config.ts';
import { describeError } from './describe-error.ts';
import { replayStop } from './replay-stop.ts';
import { requireMigrated } from './require-migrated.ts';
import { setEntryAside } from './set-entry-aside.ts';
import { exitWithUsage, withDatabase } from './with-database.ts';

type ReplayOptions = { folder: string; encryption: Encryption; isLost?: boolean };

type Replay = {
  sessions: number;
  applied: number;
  /** Number of entries about something that the restored database lacks. */
  gone: number;
  /** Entries that could not be applied, with reasons. */
  failed: string[];
  unreadable: string[];
};

/**
 * After a restore, signs everyone out, deletes access tokens, share links and emailed links, stops webhooks and
 * channels, and reapplies journal entries the database lacks. Safe to repeat. The product must not be running.
 *
 * @param isLost Whether to continue even if the folder lacks entries that the database wrote to it.
 * @throws Error if the folder lacks such entries and `isLost` is false
 */
export async function replayJournal(
  pool: DatabasePool,
  { folder, encryption, isLost = false }: ReplayOptions,
): Promise<Replay> {
  const { entries, unreadable } = await readJournal(folder);
  if (isLost) {
    await forgetKeptEntries(
      pool,
      entries.map(({ id }) => id),
    );
  }
  await requireOwnJournal(pool, folder, entries);
  const replay: Replay = {
    sessions: await pool.transaction(endEverySession),
    applied: 0,
    gone: 0,
    failed: [],
    unreadable,
  };
  for (const { id, at, entry } of await findUnseenEntries(pool, entries)) {
    try {
      const known = journalEntry.parse(entry);
      const isThere = await pool.transaction(async (transaction) => {
        await insertReplayedEntry(transaction, { id, at });
        return await apply(transaction, { entry: known, entryId: id }, encryption);
      });
      if (isThere) replay.applied += 1;
      else replay.gone += 1;
    } catch (error) {
      replay.failed.push(`${id}: ${describeError(error)}`);
    }
  }
  return replay;
}

/** Applies an entry. @returns false if the database lacks its subject */
async function apply(
  transaction: Transaction,
  { entry, entryId }: { entry: JournalEntry; entryId: string },
  encryption: Encryption,
): Promise<boolean> {
  if (entry.kind === 'newsletter-ended') return await deleteSubscriptionById(transaction, entry.subscriptionId);
  if (entry.kind === 'whitelist-removed') return (await deleteWhitelistEntry(transaction, entry.entryId)) !== null;
  if (entry.kind === 'mail-stopped') {
    const address = encryption.decrypt(entry.address, JOURNAL);
    await restoreSuppression(transaction, { address, reason: entry.reason, reportedAt: new Date(entry.reportedAt) });
    return true;
  }
  if (entry.kind === 'address-erased' || entry.kind === 'suppression-erased') {
    const erase = entry.kind === 'address-erased' ? eraseAddress : deleteUnusedSuppression;
    await erase(transaction, encryption.decrypt(entry.address, JOURNAL));
    return true;
  }
  if (entry.kind === 'objection-removed') return (await deleteObjection(transaction, entry.objectionId)) !== null;
  if (entry.kind === 'objection-listed') {
    await listAgain(transaction, entry, encryption);
    return true;
  }
  const userId = await findUserIdByHash(transaction, entry.account);
  const user = userId && (await findUser(transaction, userId));
  if (!user) return false;
  await lockPlanning(transaction, user.id);
  switch (entry.kind) {
    case 'access-ended':
      // Verified first: otherwise, sign-ups from before or after the restore could still set a password.
      await updateEmailVerified(transaction, { userId: user.id, email: user.email });
      await endWaysIn(transaction, 'replayed', { userId: user.id });
      break;
    case 'sessions-ended':
      break;
    case 'account-closed':
      await closeAccount(transaction, user.id, 'sent');
      break;
    case 'account-locked':
      await lockAccount(transaction, user.id, 'sent');
      break;
    case 'account-unlocked':
      await unlockAccount(transaction, user.id);
      break;
    case 'stop-set':
    case 'stop-lifted': {
      const isStopped = entry.kind === 'stop-set';
      return await replayStop(transaction, { ...entry.stop, userId: user.id, isStopped }, encryption);
    }
    case 'factors-changed':
      await restoreFactors(transaction, user.id, withNewestKey(entry.factors, user.id, encryption));
      break;
    case 'briefings-stopped':
    case 'briefings-resumed':
      await updateProfileFields(transaction, user.id, { emailNotifications: entry.kind === 'briefings-resumed' });
      await wakeComingMeetings(transaction, user.id);
      break;
    case 'role-revoked':
      await updateRole(transaction, { email: user.email, role: 'user' });
      break;
    case 'calendar-disconnected': {
      const integration = await lockIntegration(transaction, { userId: user.id, provider: entry.provider });
      if (integration) await endCalendar(transaction, user.id, integration);
      break;
    }
    case 'webhook-deleted':
      await deleteOutgoingWebhook(transaction, { userId: user.id, id: entry.webhookId });
      break;
    case 'channel-deleted':
      await deleteChannelById(transaction, { userId: user.id, id: entry.channelId });
      break;
    case 'meeting-deleted':
      return await deleteManualMeeting(transaction, { userId: user.id, meetingId: entry.meetingId });
    default:
      await changeAddress(transaction, user, { entryId, email: encryption.decrypt(entry.address, JOURNAL) });
  }
  return true;
}

/**
 * Re-encrypts the authenticator app's secret with the newest key.
 * @throws if the secret's current key is missing, as the factor would be unusable
 */
function withNewestKey(
  { totp, ...others }: KeptFactors,
  userId: string,
  { decrypt, encrypt }: Encryption,
): KeptFactors {
  const owner = totpOwner(userId);
  return { ...others, totp: totp && { ...totp, secret: encrypt(decrypt(totp.secret, owner), owner) } };
}

/** Lists the objection again and queues the erasure; the journal omits who listed it and why. */
async function listAgain(
  transaction: Transaction,
  { objectionId: id, about: kind, listed: envelope }: Extract<JournalEntry, { kind: 'objection-listed' }>,
  { decrypt, encrypt, hashes }: Encryption,
): Promise<void> {
  const listed = decrypt(envelope, JOURNAL);
  const objection = await insertObjection(transaction, {
    id,
    kind,
    subjects: hashes(kind === 'domain' ? domainSubject(listed) : addressSubject(listed)),
    listed: encrypt(listed, `objection:${id}`),
    reason: null,
    listedBy: null,
  });
  if (objection) await insertOutboxMessages(transaction, [{ workflow: 'objection', objectionId: objection.id }]);
}

/**
 * Repeats an address change: the old address may belong to someone else by now and must not receive this account's
 * links. Like the change itself, stores an email that lets support find the account (`listUsersByAnyEmail`): its owner
 * may not have made the change, and the link to undo it no longer works.
 */
async function changeAddress(
  transaction: Transaction,
  user: UserRow,
  { entryId, email }: { entryId: string; email: string },
): Promise<void> {
  await deleteUnverifiedUser(transaction, { email, heirId: user.id });
  // The deletion that freed the address may not have run in the restored database; it will once the product starts.
  await freeClosedAddress(transaction, email);
  if (!(await updateEmail(transaction, { userId: user.id, email })))
    throw new Error(`another account has the address that ${user.id} had moved to`);
  await endWaysIn(transaction, 'address_changed', { userId: user.id });
  if (user.email !== email) {
    await insertEmail(transaction, {
      mailKey: `email-changed:${entryId}`,
      userId: user.id,
      kind: 'email-changed',
      toAddress: user.email,
      data: addressee(user),
      isUnknown: true,
    });
  }
  await liftSuppression(transaction, user.email);
  // The user's addresses determine who counts as a guest.
  await reclassifyMeetings(transaction, user.id);
}

/** Deletes the sessions in Redis, which are useless without their database rows. */
async function forgetSessions(redisUrl: string): Promise<void> {
  const redis = createClient({ url: redisUrl, socket: { connectTimeout: 2000, reconnectStrategy: false } });
  redis.on('error', () => undefined); // the pending command reports it
  await redis.connect();
  try {
    for await (const keys of redis.scanIterator({ MATCH: 'session:*', COUNT: 1000 })) {
      if (keys.length > 0) await redis.del(keys);
    }
  } finally {
    redis.destroy();
  }
}

const USAGE = `Usage: replay-journal [--lost | --done ID]
Run it after a restore, before any part of the product starts. Signs everyone out, deletes access tokens, share links
and emailed links, and stops webhooks and channels until their users turn them on again. Reapplies the changes in
JOURNAL_DIR that the database lacks: closed accounts, revoked passwords, roles and access, changed second factors,
stopped emails, objections and others. Safe to repeat. With --lost, continues even if JOURNAL_DIR lacks changes that the
database wrote to its journal. --done ID replays nothing: it counts one change that can't be replayed as done, records
that in the audit log and says what to do by hand.
DATABASE_URL is the database's URL, with the product's role. ENCRYPTION_KEYS decrypts addresses in the journal. With
REDIS_URL, the sessions there are deleted too.`;

/** Parses the command's options; null if they are invalid. */
function readOptions([option, id, ...others]: string[]): { isLost: boolean; done: string | null } | null {
  if (others.length > 0) return null;
  if (option === '--done') return z.uuid().safeParse(id).success ? { isLost: false, done: id ?? null } : null;
  return id === undefined && [undefined, '--lost'].includes(option)
    ? { isLost: option === '--lost', done: null }
    : null;
}

/** Replays the journal and prints the result. Exits with 1 if anything could not be replayed or read. */
async function replayAndReport(
  pool: DatabasePool,
  { folder, encryption, isLost, redisUrl }: Required<ReplayOptions> & { redisUrl: string | undefined },
): Promise<void> {
  if (redisUrl) await forgetSessions(redisUrl);
  const replay = await replayJournal(pool, { folder, encryption, isLost });
  const { sessions, applied, gone, failed, unreadable } = replay;
  console.log(
    `Sessions ended: ${sessions}. Changes replayed: ${applied}. Skipped, because their subject is not in the database: ${gone}.`,
  );
  for (const place of unreadable) console.error(`Unreadable, and not repeated by a later line: ${place}`);
  for (const line of failed) console.error(`Not replayed: ${line}`);
  if (failed.length + unreadable.length > 0) process.exitCode = 1;
}

if (import.meta.main) {
  const [databaseUrl, keys, folder, redisUrl] = [
    setting('DATABASE_URL'),
    setting('ENCRYPTION_KEYS'),
    setting('JOURNAL_DIR'),
    setting('REDIS_URL'),
  ];
  const options = readOptions(process.argv.slice(2));
  if (!databaseUrl || !keys || !folder || !options) exitWithUsage(USAGE);
  await withDatabase(databaseUrl, async (pool) => {
    await requireMigrated(pool);
    if (options.done !== null) console.log(await setEntryAside(pool, folder, options.done));
    else await replayAndReport(pool, { folder, encryption: createEncryption(keys), isLost: options.isLost, redisUrl });
  });
}
