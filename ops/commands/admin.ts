import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { email as emailSchema } from '#contract/http.ts';
import { createEncryption } from '#db/encryption.ts';
import { lockAccount, unlockAccount } from '#db/lock-account.ts';
import { moveAccount } from '#db/move-account.ts';
import { openPool } from '#db/pool.ts';
import { insertAuditEntry } from '#db/queries/audit-log.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { hasFactor } from '#db/queries/factors.ts';
import { hashAccount, insertJournalEntry } from '#db/queries/journal-entries.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { findUser, listUsersByAnyEmail, lockUserByEmail, type UserRow, updateRole } from '#db/queries/users.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import type { Transaction } from '#db/sql.ts';
import { addressee } from '#domain/user-name.ts';
import { setting } from './config.ts';
import { describeError } from './describe-error.ts';

const USAGE = `Usage: npm run admin -- grant EMAIL ROLE
       npm run admin -- revoke EMAIL ROLE
       npm run admin -- reset-factors EMAIL
       npm run admin -- lock ACCOUNT
       npm run admin -- unlock ACCOUNT EMAIL
ROLE is admin or superadmin; both have the same rights. The account must exist already, with a verified address.
reset-factors removes an account's second factors, for an owner who lost them and has proved who they are.
It also signs the account out everywhere and deletes its access tokens, channels and share links.
lock deletes every way into an account (password, Google sign-in, sessions) and stops its briefings; its data is kept.
ACCOUNT is its current address, a former one, or its id. unlock resumes briefings, sets EMAIL as the account's address
(even if it already is) and ends pending links that would move it elsewhere; it needs ENCRYPTION_KEYS. EMAIL must belong
to whoever has proved that the account is theirs. They then set a new password with a reset link.
The database is DATABASE_URL, or the local one that \`npm start\` runs.`;

type AdminRole = 'admin' | 'superadmin';
type RoleCommand = { verb: 'grant' | 'revoke'; email: string; role: AdminRole };
type LockCommand = { verb: 'lock'; account: string } | { verb: 'unlock'; account: string; newEmail: string };
type Command = RoleCommand | { verb: 'reset-factors'; email: string } | LockCommand;

/**
 * Executes a command and records it in the audit log in the same transaction.
 * @param encryptionKeys Needed only to unlock an account.
 * @returns a description of what was done
 * @throws if the command cannot be applied or the database fails
 */
export async function executeCommand(databaseUrl: string, command: Command, encryptionKeys?: string): Promise<string> {
  const pool = await openPool(databaseUrl, { maxConnections: 1 });
  try {
    return await pool.transaction(async (transaction) => {
      if (command.verb === 'lock' || command.verb === 'unlock')
        return await changeLock(transaction, command, encryptionKeys);
      const user = await lockUserByEmail(transaction, command.email);
      if (!user)
        throw new Error(`There is no account with the address ${command.email}. ${REGISTER_FIRST[command.verb]}`);
      if (command.verb === 'reset-factors') return await resetFactors(transaction, user);
      return await changeRole(transaction, user, command);
    });
  } finally {
    await pool.end();
  }
}

const REGISTER_FIRST = {
  grant: 'Register it first, then run this again.',
  revoke: "Use the account's current address.",
  'reset-factors': "Use the account's current address.",
} as const;

/** Grants or revokes a role, effective from the account's next request. */
async function changeRole(
  transaction: Transaction,
  user: UserRow,
  { verb, email, role }: RoleCommand,
): Promise<string> {
  if (verb === 'revoke' && user.role !== role) throw new Error(`${email} is not ${role}; the role is ${user.role}.`);
  // Anyone can sign up with the address. The first to do so must not get the role with it.
  if (verb === 'grant' && !user.emailVerifiedAt)
    throw new Error(`${email} has not been verified. Follow the link in the sign-up's email, then run this again.`);
  const newRole = verb === 'grant' ? role : 'user';
  if (user.role === newRole) return `${email} is already ${newRole}.`;
  await updateRole(transaction, { email, role: newRole });
  if (verb === 'revoke') await insertJournalEntry(transaction, { kind: 'role-revoked', account: hashAccount(user.id) });
  await insertAuditEntry(transaction, {
    actorUserId: null,
    action: `role.${verb === 'grant' ? 'granted' : 'revoked'}`,
    subject: `user:${user.id}`,
    ip: null,
    details: { role, from: user.role, to: newRole, by: 'command line' },
  });
  return `${email} is now ${newRole}.`;
}

/**
 * Removes an account's second factors. Also ends sessions and emailed links, which someone else may have; the
 * password and sign-in provider are kept.
 */
async function resetFactors(transaction: Transaction, user: UserRow): Promise<string> {
  const { id, email } = user;
  if (!(await hasFactor(transaction, id))) throw new Error(`${email} has no second factor.`);
  await endWaysIn(transaction, 'factors_reset', { userId: id });
  await insertAuditEntry(transaction, {
    actorUserId: null,
    action: 'factors.reset',
    subject: `user:${id}`,
    ip: null,
    details: { by: 'command line' },
  });
  await queueNotice(transaction, user, 'factor-changed', { change: 'reset' });
  return `${email} now has no second factor and is signed out everywhere.`;
}

async function queueNotice(
  transaction: Transaction,
  user: Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName'>,
  kind: 'factor-changed' | 'email-changed',
  data: Record<string, string> = {},
): Promise<void> {
  const emailId = await insertEmail(transaction, {
    mailKey: `${kind}:${randomUUID()}`,
    userId: user.id,
    kind,
    toAddress: user.email,
    data: { ...addressee(user), ...data },
  });
  if (emailId !== null) await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
}

/** Locks an account and emails its address, or unlocks it, after which support (who runs this) informs the owner. */
async function changeLock(
  transaction: Transaction,
  command: LockCommand,
  encryptionKeys: string | undefined,
): Promise<string> {
  const { account } = command;
  const userId = z.uuid().safeParse(account).success ? account : await findAccount(transaction, account);
  await lockPlanning(transaction, userId);
  const user = await findUser(transaction, userId);
  if (!user) throw new Error(`There is no account with the id ${userId}.`);
  const name = user.email === account ? account : `The account ${user.id} (${user.email})`;
  if (command.verb === 'lock') {
    if (!(await lockAccount(transaction, user.id, 'due'))) throw new Error(`${name} is locked or closed already.`);
  } else {
    if (!(await unlockAccount(transaction, user.id))) throw new Error(`${name} is not locked, or it is closed.`);
    await giveAddress(transaction, user, command.newEmail, encryptionKeys);
  }
  await insertAuditEntry(transaction, {
    actorUserId: null,
    action: `account.${command.verb}ed`,
    subject: `user:${user.id}`,
    ip: null,
    details: { by: 'command line', isMoved: command.verb === 'unlock' && command.newEmail !== user.email },
  });
  if (command.verb === 'lock') return `${name} is locked: no one can sign in to it.`;
  return `${name} is unlocked and uses ${command.newEmail}. Its owner sets a new password with "Forgot password?".`;
}

/** @throws if no account, or more than one, has or had the address: its current account may not be the stolen one */
async function findAccount(transaction: Transaction, email: string): Promise<string> {
  const [found, ...others] = await listUsersByAnyEmail(transaction, email);
  if (!found) throw new Error(`No account has the address ${email}, and none has moved away from it.`);
  if (others.length === 0) return found.id;
  const names = [found, ...others].map((user) => `${user.id} (${user.email})`).join('\n');
  throw new Error(`Several accounts have or had the address ${email}. Use the id of the right one:\n${names}`);
}

/** Sets the account's address to one that support has verified as the owner's; may be the current one. */
async function giveAddress(
  transaction: Transaction,
  user: UserRow,
  email: string,
  encryptionKeys: string | undefined,
): Promise<void> {
  if (!encryptionKeys) throw new Error('ENCRYPTION_KEYS is missing: the journal keeps the new address encrypted.');
  const move = { userId: user.id, email, change: 'address_given' } as const;
  if (!(await moveAccount(transaction, createEncryption(encryptionKeys), move)))
    throw new Error(`Another account has the address ${email}.`);
  if (user.email !== email) await queueNotice(transaction, user, 'email-changed');
}

/** Parses the command line's arguments. @throws an error with the usage if they are invalid */
export function parseCommand([verb, address = '', role, ...rest]: readonly string[]): Command {
  if (verb === 'lock' || verb === 'unlock')
    return parseLock(verb, [address, ...(role === undefined ? [] : [role]), ...rest]);
  const email = emailSchema.safeParse(address);
  const isRoleCommand = (verb === 'grant' || verb === 'revoke') && (role === 'admin' || role === 'superadmin');
  const isReset = verb === 'reset-factors' && role === undefined;
  if ((!isRoleCommand && !isReset) || address === '' || rest.length > 0) throw new Error(USAGE);
  if (!email.success) throw new Error(`"${address}" is not an email address.\n${USAGE}`);
  return isRoleCommand ? { verb, email: email.data, role } : { verb: 'reset-factors', email: email.data };
}

function parseLock(verb: 'lock' | 'unlock', [account = '', newEmail, ...rest]: readonly string[]): Command {
  if (account === '' || rest.length > 0 || (verb === 'lock') !== (newEmail === undefined)) throw new Error(USAGE);
  const address = emailSchema.safeParse(account);
  const uuid = z.uuid().safeParse(account);
  if (!address.success && !uuid.success) throw new Error(`"${account}" is not an email address or id.\n${USAGE}`);
  const found = address.data ?? account;
  if (verb === 'lock') return { verb, account: found };
  const to = emailSchema.safeParse(newEmail);
  if (!to.success) throw new Error(`"${newEmail}" is not an email address.\n${USAGE}`);
  return { verb, account: found, newEmail: to.data };
}

/**
 * Executes the command line and prints the result.
 * @returns the exit code
 */
export async function runAdmin(
  words: readonly string[],
  databaseUrl: string | undefined,
  encryptionKeys: string | undefined,
): Promise<number> {
  try {
    const command = parseCommand(words);
    if (databaseUrl === undefined)
      throw new Error("DATABASE_URL is missing. Set it to the database's URL, with the product's role.");
    console.log(await executeCommand(databaseUrl, command, encryptionKeys));
    return 0;
  } catch (error) {
    const isDown = error instanceof Error && /ECONNREFUSED/.test(`${error.message} ${describeError(error.cause)}`);
    console.error(
      isDown
        ? 'The database is not responding. Is Foreword running (`npm start`), and is DATABASE_URL right?'
        : describeError(error),
    );
    return 1;
  }
}

if (import.meta.main)
  process.exitCode = await runAdmin(process.argv.slice(2), setting('DATABASE_URL'), setting('ENCRYPTION_KEYS'));
