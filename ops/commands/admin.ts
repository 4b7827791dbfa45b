import { randomUUID } from 'node:crypto';
import { email as emailSchema } from '#contract/http.ts';
import { openPool } from '#db/pool.ts';
import { insertAuditEntry } from '#db/queries/audit-log.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { hasFactor } from '#db/queries/factors.ts';
import { hashAccount, insertJournalEntry } from '#db/queries/journal-entries.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { lockUserByEmail, type UserRow, updateRole } from '#db/queries/users.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import type { Transaction } from '#db/sql.ts';
import { setting } from './config.ts';
import { describeError } from './describe-error.ts';

const USAGE = `Usage: npm run admin -- grant EMAIL ROLE
       npm run admin -- revoke EMAIL ROLE
       npm run admin -- reset-factors EMAIL
ROLE is admin or superadmin; both have the same rights. The account must exist already, with a verified address.
reset-factors removes an account's second factors, for an owner who lost them and has proved who they are.
It also signs the account out everywhere.
The database is DATABASE_URL, or the local one that \`npm start\` runs.`;

type AdminRole = 'admin' | 'superadmin';
type RoleCommand = { verb: 'grant' | 'revoke'; email: string; role: AdminRole };
type Command = RoleCommand | { verb: 'reset-factors'; email: string };

/**
 * Executes a command and records it in the audit log in the same transaction.
 * @returns a description of what was done
 * @throws if the command cannot be applied or the database fails
 */
export async function executeCommand(databaseUrl: string, command: Command): Promise<string> {
  const pool = await openPool(databaseUrl, { maxConnections: 1 });
  try {
    return await pool.transaction(async (transaction) => {
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
  // Anyone can sign up with the address. Whoever does so first must not be handed the role with it.
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
async function resetFactors(transaction: Transaction, { id, email, firstName }: UserRow): Promise<string> {
  if (!(await hasFactor(transaction, id))) throw new Error(`${email} has no second factor.`);
  await endWaysIn(transaction, 'factors_reset', { userId: id });
  await insertAuditEntry(transaction, {
    actorUserId: null,
    action: 'factors.reset',
    subject: `user:${id}`,
    ip: null,
    details: { by: 'command line' },
  });
  const emailId = await insertEmail(transaction, {
    mailKey: `factor-changed:${randomUUID()}`,
    userId: id,
    kind: 'factor-changed',
    toAddress: email,
    data: { name: firstName, change: 'reset' },
  });
  if (emailId !== null) await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
  return `${email} now has no second factor and is signed out everywhere.`;
}

/** Parses the command line's arguments. @throws an error with the usage if they are invalid */
export function parseCommand([verb, address = '', role, ...rest]: readonly string[]): Command {
  const email = emailSchema.safeParse(address);
  const isRoleCommand = (verb === 'grant' || verb === 'revoke') && (role === 'admin' || role === 'superadmin');
  const isReset = verb === 'reset-factors' && role === undefined;
  if ((!isRoleCommand && !isReset) || address === '' || rest.length > 0) throw new Error(USAGE);
  if (!email.success) throw new Error(`"${address}" is not an email address.\n${USAGE}`);
  return isRoleCommand ? { verb, email: email.data, role } : { verb: 'reset-factors', email: email.data };
}

/**
 * Executes the command line and prints the result.
 * @returns the exit code
 */
export async function runAdmin(words: readonly string[], databaseUrl: string | undefined): Promise<number> {
  try {
    const command = parseCommand(words);
    if (databaseUrl === undefined)
      throw new Error("DATABASE_URL is missing. Set it to the database's URL, with the product's role.");
    console.log(await executeCommand(databaseUrl, command));
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

if (import.meta.main) process.exitCode = await runAdmin(process.argv.slice(2), setting('DATABASE_URL'));
