import type { DatabasePool } from 'slonik';
import { findUnseenEntries, readJournal } from '#db/journal.ts';
import { insertAuditEntry } from '#db/queries/audit-log.ts';
import { findUserIdByHash, insertReplayedEntry, type JournalEntry, journalEntry } from '#db/queries/journal-entries.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';

/** Instructions for doing by hand what the replay of an entry would have done. */
const BY_HAND: Record<JournalEntry['kind'], string> = {
  'access-ended':
    'lock the account and unlock it with its owner’s address (admin lock, admin unlock): that clears its password and ends its provider sign-ins',
  'account-closed': 'lock the account (admin lock); its user can delete it once it is unlocked',
  'account-locked': 'lock the account (admin lock)',
  'account-unlocked': 'unlock the account with its owner’s address (admin unlock)',
  'briefings-stopped': 'turn the account’s briefing emails off',
  'briefings-resumed': 'turn the account’s briefing emails on',
  'role-revoked': 'revoke the account’s role (admin revoke)',
  'sessions-ended': 'nothing: the replay has signed everyone out',
  'stop-set': 'stop what the account’s user had stopped: briefings, a sync, a calendar, a meeting or a domain',
  'stop-lifted': 'resume what the account’s user had resumed: briefings, a sync, a calendar, a meeting or a domain',
  'factors-changed': 'remove the account’s second factors (admin reset-factors), so that its user adds them again',
  'address-changed': 'lock the account until its user reports (admin lock), then give it their address (admin unlock)',
  'calendar-disconnected': 'disconnect the account’s calendar',
  'meeting-deleted': 'delete the account’s manual meeting',
  'webhook-deleted': 'delete the account’s webhook',
  'channel-deleted': 'delete the account’s channel',
  'newsletter-ended': 'delete the newsletter subscription',
  'whitelist-removed': 'remove the whitelist entry',
  'objection-listed':
    'add the objection again at /admin/dashboard/objections; its address is in your correspondence with the guest',
  'objection-removed': 'remove the objection',
  'mail-stopped': 'nothing at once: the address bounces or complains again',
  'address-erased': 'delete the newsletter subscription, whitelist entry and emails of the erased address',
  'suppression-erased': 'delete the erased address from mail_suppressions',
};

/**
 * Marks an unreplayable entry as done, so that the product starts without it, and records that in the audit log.
 *
 * @returns what must be done by hand instead
 * @throws Error if the journal has no such entry, or the database already has it
 */
export async function setEntryAside(pool: DatabasePool, folder: string, entryId: string): Promise<string> {
  const { entries } = await readJournal(folder);
  const unseen = await findUnseenEntries(pool, entries);
  const kept = unseen.find(({ id }) => id === entryId);
  if (!kept) throw new LoggableError(`The journal in ${folder} has no entry ${entryId} that the database lacks.`);
  const { data: entry } = journalEntry.safeParse(kept.entry);
  const account = entry && 'account' in entry ? entry.account : null;
  const userId = await pool.transaction(async (transaction) => {
    const found = account && (await findUserIdByHash(transaction, account));
    await insertReplayedEntry(transaction, kept);
    await insertAuditEntry(transaction, {
      actorUserId: null,
      action: 'journal.set_aside',
      subject: found ? `user:${found}` : `journal:${entryId}`,
      ip: null,
      details: { entryId, kind: entry?.kind ?? null, by: 'command line' },
    });
    return found;
  });
  const what = entry ? BY_HAND[entry.kind] : 'unknown to this version; run replay-journal of the version that wrote it';
  const about = userId ? ` of user ${userId}` : account ? ' of an account that the database lacks' : '';
  const ids = entry ? Object.entries(entry).filter(([name]) => name.endsWith('Id')) : [];
  const named = ids.map(([name, id]) => `, ${name} ${id}`).join('');
  return `Counted as done: ${entry?.kind ?? 'an entry'}${about}, ${kept.at.toISOString()}${named}.\nDo this by hand now: ${what}.`;
}
