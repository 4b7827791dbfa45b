import * as z from 'zod';
import { sql, type Transaction } from '#db/sql.ts';
import { deleteFactors, journalFactors } from './factors.ts';
import { hashAccount, insertJournalEntry } from './journal-entries.ts';

/** What happened to an account. */
export type AccessChange =
  | 'password_reset'
  | 'provider_joined'
  | 'address_claimed'
  | 'sign_ups_conflict'
  | 'address_changed'
  | 'change_stopped'
  | 'sessions_revoked'
  | 'other_sessions_revoked'
  | 'session_revoked'
  | 'factor_added'
  | 'factors_reset'
  | 'account_closed'
  | 'replayed';

type Ending = { password: boolean; sessions: 'all' | 'others' | 'one'; providers: boolean; factors?: true };

/**
 * The model of docs/security.md ("Who may open an account"): what each change ends. Links and pending changes of address end with every one of them. A
 * reset writes its new password in the same transaction. A second factor opens nothing alone, so it stays where it is not said to end: whoever has the
 * owner's mailbox shall not come in without it.
 */
const ENDINGS: Record<AccessChange, Ending> = {
  password_reset: { password: true, sessions: 'all', providers: true },
  provider_joined: { password: true, sessions: 'all', providers: true },
  // A provider vouches for the owner of an address that was registered and never verified.
  address_claimed: { password: true, sessions: 'all', providers: true },
  // Links of two sign-ups were followed: nobody can tell whose password, or factor, is the owner's.
  sign_ups_conflict: { password: true, sessions: 'all', providers: true, factors: true },
  address_changed: { password: false, sessions: 'others', providers: false },
  change_stopped: { password: false, sessions: 'all', providers: false },
  sessions_revoked: { password: false, sessions: 'all', providers: false },
  other_sessions_revoked: { password: false, sessions: 'others', providers: false },
  session_revoked: { password: false, sessions: 'one', providers: false },
  // The first: whoever is signed in elsewhere never gave it.
  factor_added: { password: false, sessions: 'others', providers: false },
  // By the operator, for an owner who lost theirs.
  factors_reset: { password: false, sessions: 'all', providers: false, factors: true },
  // Providers keep their grants until the deletion has revoked them; a closed account opens to nobody.
  account_closed: { password: true, sessions: 'all', providers: false },
  // The database was restored to a moment before something of this kind (ops/commands/replay-journal.ts).
  replayed: { password: true, sessions: 'all', providers: true },
};

const version = z.object({ accessVersion: z.number() });

/**
 * Ends ways into an account. Every command that changes who may open one calls this in its transaction, before it writes what opens it from now on.
 * The user's row comes first: whoever adds a way in takes it too, so that what began earlier is seen here and ended.
 *
 * @param sessionId The session that stays where only the others end, or that ends where only one does.
 * @returns The version of the account's access that a sign-in needs from now on.
 */
export async function endWaysIn(
  transaction: Transaction,
  change: AccessChange,
  { userId, sessionId = null }: { userId: string; sessionId?: string | null },
): Promise<number> {
  const { password, sessions, providers, factors } = ENDINGS[change];
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
  // What a session gave to other tools and people is worth as much as the session: neither outlives what ended the other.
  await transaction.query(sql.typeAlias('void')`
    delete from access_tokens
    where user_id = ${userId} and (${kept}::uuid is null or session_id <> ${kept}::uuid)
      and (${sessions !== 'one'} or session_id = ${only}::uuid)
  `);
  // Briefings went where it said, with all they hold.
  await transaction.query(sql.typeAlias('void')`
    delete from channels
    where user_id = ${userId} and (${kept}::uuid is null or session_id <> ${kept}::uuid)
      and (${sessions !== 'one'} or session_id = ${only}::uuid)
  `);
  await transaction.query(sql.typeAlias('void')`
    delete from briefing_shares
    where user_id = ${userId} and (${kept}::uuid is null or session_id <> ${kept}::uuid)
      and (${sessions !== 'one'} or session_id = ${only}::uuid)
  `);
  await transaction.query(sql.typeAlias('void')`
    delete from auth_tokens where user_id = ${userId} and used_at is null
  `);
  if (providers) {
    await transaction.query(sql.typeAlias('void')`
      update identities set ended_at = now() where user_id = ${userId} and ended_at is null
    `);
  }
  // What ended for good must not come back by a restore either. Sessions and links never do: a restore ends them all.
  if (password || providers)
    await insertJournalEntry(transaction, { kind: 'access-ended', account: hashAccount(userId) });
  if (factors) {
    await deleteFactors(transaction, userId);
    await journalFactors(transaction, userId);
  }
  return accessVersion;
}

/**
 * After a restore nobody can tell which sessions, tokens and links had ended since, mailed or shared: none of them opens anything any more. Nor which
 * webhooks and channels were deleted: none hears of anything until its user tests it, or switches it on. Returns how many sessions.
 */
export async function endEverySession(transaction: Transaction): Promise<number> {
  await transaction.query(sql.typeAlias('void')`delete from access_tokens`);
  await transaction.query(sql.typeAlias('void')`delete from briefing_shares`);
  await transaction.query(sql.typeAlias('void')`
    update outgoing_webhooks set stopped_at = now() where stopped_at is null
  `);
  await transaction.query(sql.typeAlias('void')`
    update channels set enabled = false, stopped_at = now() where enabled
  `);
  await transaction.query(sql.typeAlias('void')`delete from auth_tokens where used_at is null`);
  const { rowCount } = await transaction.query(sql.typeAlias('void')`delete from sessions`);
  return rowCount;
}
