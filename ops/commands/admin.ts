import { email as emailSchema } from '#contract/http.ts';
import { openPool } from '#db/pool.ts';
import { insertAuditEntry } from '#db/queries/audit-log.ts';
import { hashAccount, insertJournalEntry } from '#db/queries/journal-entries.ts';
import { findUserByEmail, updateRole } from '#db/queries/users.ts';
import { setting } from './config.ts';
import { describeError } from './describe-error.ts';

const USAGE = `Usage: npm run admin -- grant EMAIL ROLE
       npm run admin -- revoke EMAIL ROLE
ROLE is admin or superadmin; both have the same rights. The account must exist already.
The database is DATABASE_URL, or the local one that \`npm start\` runs.`;

type AdminRole = 'admin' | 'superadmin';
type Order = { verb: 'grant' | 'revoke'; email: string; role: AdminRole };

/**
 * Gives a role to an account, or takes it back, and writes that into the audit log in the same transaction. It counts from the next request on.
 * @returns what was done, in words.
 * @throws an error that says what is wrong with the order, or with the database.
 */
export async function changeRole(databaseUrl: string, { verb, email, role }: Order): Promise<string> {
  const pool = await openPool(databaseUrl, { maxConnections: 1 });
  try {
    return await pool.transaction(async (transaction) => {
      const user = await findUserByEmail(transaction, email);
      if (!user)
        throw new Error(`There is no account with the address ${email}. Register it first, then run this again.`);
      if (verb === 'revoke' && user.role !== role)
        throw new Error(`${email} is not ${role}; the role is ${user.role}.`);
      const newRole = verb === 'grant' ? role : 'user';
      if (user.role === newRole) return `${email} is ${newRole} already.`;
      await updateRole(transaction, { email, role: newRole });
      if (verb === 'revoke')
        await insertJournalEntry(transaction, { kind: 'role-revoked', account: hashAccount(user.id) });
      await insertAuditEntry(transaction, {
        actorUserId: null,
        action: `role.${verb === 'grant' ? 'granted' : 'revoked'}`,
        subject: `user:${user.id}`,
        ip: null,
        details: { role, from: user.role, to: newRole, by: 'command line' },
      });
      return `${email} is ${newRole} now.`;
    });
  } finally {
    await pool.end();
  }
}

/** @throws an error with the usage when the words make no order. */
export function readOrder([verb, address = '', role, ...rest]: readonly string[]): Order {
  const email = emailSchema.safeParse(address);
  if ((verb !== 'grant' && verb !== 'revoke') || (role !== 'admin' && role !== 'superadmin') || rest.length > 0) {
    throw new Error(USAGE);
  }
  if (!email.success) throw new Error(`"${address}" is not an email address.\n${USAGE}`);
  return { verb, email: email.data, role };
}

/**
 * Carries out the command line's order and prints what came of it.
 * @returns the exit code
 */
export async function runAdmin(words: readonly string[], databaseUrl: string | undefined): Promise<number> {
  try {
    const order = readOrder(words);
    if (databaseUrl === undefined)
      throw new Error('DATABASE_URL is missing: the database, as the role of the product.');
    console.log(await changeRole(databaseUrl, order));
    return 0;
  } catch (error) {
    const isDown = error instanceof Error && /ECONNREFUSED/.test(`${error.message} ${describeError(error.cause)}`);
    console.error(
      isDown
        ? 'The database does not answer. Is Foreword running (`npm start`), or DATABASE_URL right?'
        : describeError(error),
    );
    return 1;
  }
}

if (import.meta.main) process.exitCode = await runAdmin(process.argv.slice(2), setting('DATABASE_URL'));
