import * as z from 'zod';
import { sql, type Transaction } from '#db/sql.ts';
import { contestStopLinks, endAuthTokens, endStopLinks } from './auth-tokens.ts';
import { deleteChannels } from './channels.ts';
import { deleteFactors, journalFactors } from './factors.ts';
import { hashAccount, insertJournalEntry, journalRevocation } from './journal-entries.ts';
import { endPendingTotp } from './totp-factors.ts';

/** An event that revokes ways to sign in. */
export type AccessChange =
  | 'password_reset'
  | 'provider_joined'
  | 'address_claimed'
  | 'sign_ups_conflict'
  | 'address_changed'
  | 'change_stopped'
  | 'change_undone'
  | 'address_given'
  | 'sessions_revoked'
  | 'other_sessions_revoked'
  | 'session_revoked'
  | 'factor_added'
  | 'factors_reset'
  | 'account_locked'
  | 'account_closed'
  | 'replayed';

type Ending = {
  password: boolean;
  sessions: 'all' | 'others' | 'one';
  providers: boolean;
  factors?: true;
  /** The links to end, as in `endStopLinks`; `contested` only marks them (`contestStopLinks`). */
  stopLinks?: 'later' | 'own and later' | 'all' | 'contested';
};

/**
 * The access each event revokes; see docs/security.md ("Ways into an account"). Every event also revokes emailed links,
 * pending address changes and authenticator apps that await confirmation. A reset sets its new password in the same
 * transaction. Second factors are kept unless listed: they grant no access on their own, and access to the owner's
 * mailbox must not be enough to get in. Links that stop an address change are kept too: a thief who moved the account
 * can cause any of these events, and must not be able to cut off its owner's only way back.
 */
const ENDINGS: Record<AccessChange, Ending> = {
  password_reset: { password: true, sessions: 'all', providers: true, stopLinks: 'contested' },
  provider_joined: { password: true, sessions: 'all', providers: true, stopLinks: 'contested' },
  // A provider confirmed who owns an address that was registered but never verified.
  address_claimed: { password: true, sessions: 'all', providers: true },
  // Two sign-ups were confirmed, so no one can tell whose password or factor is the owner's.
  sign_ups_conflict: { password: true, sessions: 'all', providers: true, factors: true },
  // Once the account has a former address again, no address it has had in between can take it back.
  address_changed: { password: false, sessions: 'others', providers: false, stopLinks: 'later' },
  change_stopped: { password: false, sessions: 'all', providers: false, stopLinks: 'own and later' },
  // The account had already moved: its former address, which now has it again, is the only proof of who owns it.
  change_undone: { password: true, sessions: 'all', providers: true, stopLinks: 'own and later' },
  // By an operator, who knows whose account it is, whatever addresses it has had.
  address_given: { password: true, sessions: 'all', providers: true, stopLinks: 'all' },
  sessions_revoked: { password: false, sessions: 'all', providers: false },
  other_sessions_revoked: { password: false, sessions: 'others', providers: false },
  session_revoked: { password: false, sessions: 'one', providers: false },
  // An account's first factor, which other sessions never verified.
  factor_added: { password: false, sessions: 'others', providers: false },
  // By an operator, for an owner who lost their factors.
  factors_reset: { password: false, sessions: 'all', providers: false, factors: true },
  // By an operator. The account's ways in may be a thief's, so its owner resets the password after unlocking.
  account_locked: { password: true, sessions: 'all', providers: true },
  // Provider grants are kept until the deletion revokes them; a closed account cannot be signed in to.
  account_closed: { password: true, sessions: 'all', providers: false, stopLinks: 'all' },
  // The database was restored to a time before such an event (ops/commands/replay-journal.ts).
  replayed: { password: true, sessions: 'all', providers: true },
};

const version = z.object({ accessVersion: z.number() });

/**
 * Revokes ways into an account. Every command that changes who can sign in calls this in its transaction, before it
 * adds a new way in. Locks the user's row first, as does everything that adds a way in, so that none is missed.
 *
 * @param sessionId The session to keep if only the others end, or the one to end if only one does.
 * @returns the account's new access version; sign-ins that read an older one fail
 */
export async function endWaysIn(
  transaction: Transaction,
  change: AccessChange,
  { userId, sessionId = null }: { userId: string; sessionId?: string | null },
) {
  const { password, sessions, providers, factors, stopLinks } = ENDINGS[change];
  const { accessVersion } = await transaction.one(sql.type(version)`
    update users
    set access_version = access_version + 1, updated_at = now(),
        password_hash = case when ${password} then null else password_hash end
    where id = ${userId}
    returning access_version as "accessVersion"
  `);
  const kept = sessions === 'others' ? sessionId : null;
  const only = sessions === 'one' ? sessionId : null;
  await transaction.query(sql.typeAlias('void')`
    delete from sessions
    where user_id = ${userId} and (${kept}::uuid is null or id <> ${kept}::uuid)
      and (${sessions !== 'one'} or id = ${only}::uuid)
  `);
  // Tokens, shares and chat channels (which receive complete briefings) could outlive the session that created them.
  const isFromEnded = sql.fragment`
    (${kept}::uuid is null or session_id <> ${kept}::uuid) and (${sessions !== 'one'} or session_id = ${only}::uuid)
  `;
  for (const table of ['access_tokens', 'briefing_shares']) {
    await transaction.query(sql.typeAlias('void')`
      delete from ${sql.identifier([table])} where user_id = ${userId} and ${isFromEnded}
    `);
  }
  await deleteChannels(transaction, userId, isFromEnded);
  await endPendingTotp(transaction, userId);
  await endAuthTokens(transaction, userId, stopLinks === 'all' ? undefined : 'stop links');
  if (stopLinks === 'contested') await contestStopLinks(transaction, userId);
  if (stopLinks === 'later') await endStopLinks(transaction, userId, 'others');
  if (stopLinks === 'own and later') await endStopLinks(transaction, userId, 'all');
  if (providers) {
    await transaction.query(sql.typeAlias('void')`
      update identities set ended_at = now() where user_id = ${userId} and ended_at is null
    `);
  }
  // So that a restore does not bring these back. A replay ends all sessions and links anyway; the entry for them only
  // makes the replay necessary.
  if (password || providers)
    await insertJournalEntry(transaction, { kind: 'access-ended', account: hashAccount(userId) });
  else await journalRevocation(transaction, userId);
  if (factors) {
    await deleteFactors(transaction, userId);
    await journalFactors(transaction, userId);
  }
  return accessVersion;
}

const RESTORE_STEP = 100_000;

/**
 * Ends all sessions, tokens, links and shares. Call after a restore, when no one knows which of them had already ended.
 * Webhooks and channels may have been stopped, so all stop until their user tests or enables them. Returns the number
 * of sessions.
 */
export async function endEverySession(transaction: Transaction) {
  await transaction.query(sql.typeAlias('void')`delete from access_tokens`);
  await transaction.query(sql.typeAlias('void')`delete from briefing_shares`);
  await transaction.query(sql.typeAlias('void')`
    update outgoing_webhooks set stopped_at = now() where stopped_at is null
  `);
  await transaction.query(sql.typeAlias('void')`
    update channels set enabled = false, stopped_at = now() where enabled
  `);
  await endPendingTotp(transaction, null);
  await endAuthTokens(transaction, null);
  // Far beyond any version issued before the restore, so that browsers and pending sign-ins from then become invalid.
  await transaction.query(sql.typeAlias('void')`update users set access_version = access_version + ${RESTORE_STEP}`);
  const { rowCount } = await transaction.query(sql.typeAlias('void')`delete from sessions`);
  return rowCount;
}
