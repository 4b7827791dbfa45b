import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { email as emailSchema } from '#contract/http.ts';
import { insertAuditEntry } from '#db/queries/audit-log.ts';
import { findUserByEmail, lockUser } from '#db/queries/users.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import { sql } from '#db/sql.ts';
import { setting } from './config.ts';
import { describeError } from './describe-error.ts';
import { exitWithUsage, withDatabase } from './with-database.ts';

type Ended = {
  accounts: number;
  /** Accounts that could not be signed out, with reasons. */
  failures: string[];
};

/**
 * Signs one or all accounts out everywhere, as of their next request. Also deletes their access tokens, channels,
 * share links, emailed links and pending address changes; passwords and links that stop an address change are kept.
 * Continues past an account that fails.
 *
 * @param whom an email address, or null for everyone
 * @throws if no account has the address
 */
export async function endSessions(pool: DatabasePool, whom: string | null): Promise<Ended> {
  const userIds = whom === null ? await listWithWaysIn(pool) : [await findAccount(pool, whom)];
  const failures: string[] = [];
  for (const userId of userIds) {
    try {
      await endSessionsOf(pool, userId);
    } catch (error) {
      failures.push(`user ${userId}: ${describeError(error)}`);
    }
  }
  return { accounts: userIds.length - failures.length, failures };
}

async function endSessionsOf(pool: DatabasePool, userId: string): Promise<void> {
  await pool.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    await endWaysIn(transaction, 'sessions_revoked', { userId });
    await insertAuditEntry(transaction, {
      actorUserId: null,
      action: 'sessions.revoked',
      subject: `user:${userId}`,
      ip: null,
      details: { by: 'command line' },
    });
  });
}

async function findAccount(pool: DatabasePool, address: string): Promise<string> {
  const user = await findUserByEmail(pool, address);
  if (!user) throw new Error(`There is no account with the address ${address}.`);
  return user.id;
}

/** Lists accounts with sessions, unused emailed links, tokens, channels or shares to end, signed in or not. */
async function listWithWaysIn(pool: DatabasePool): Promise<readonly string[]> {
  return await pool.anyFirst(sql.type(z.object({ userId: z.uuid() }))`
    select user_id as "userId" from sessions
    union select user_id from auth_tokens where used_at is null and purpose <> 'stop_change_email'
    union select user_id from access_tokens
    union select user_id from channels
    union select user_id from briefing_shares
  `);
}

const USAGE = `Usage: end-sessions EMAIL | --all
Signs one or all accounts out everywhere, and records it in the audit log. Also deletes their access tokens, channels,
share links, emailed links and pending address changes. Passwords, and links that stop an address change, are kept.
DATABASE_URL is the database's URL, with the product's role. The product may be running: this applies from the next
request.`;

if (import.meta.main) {
  const [word = '', ...rest] = process.argv.slice(2);
  const address = emailSchema.safeParse(word);
  const databaseUrl = setting('DATABASE_URL');
  if (!databaseUrl || rest.length > 0 || (word !== '--all' && !address.success)) exitWithUsage(USAGE);
  await withDatabase(databaseUrl, async (pool) => {
    const { accounts, failures } = await endSessions(pool, address.data ?? null);
    console.log(`Accounts signed out: ${accounts}.`);
    if (failures.length === 0) return;
    console.error(`Still signed in: ${failures.length}. Run this again.\n${failures.join('\n')}`);
    process.exitCode = 1;
  });
}
