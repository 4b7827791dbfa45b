import type { Request } from 'express';
import { addressSubject, audit } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { listUserIds } from '#db/queries/users.ts';
import { insertWhitelistEntries, type WhitelistEntryRow } from '#db/queries/whitelist-entries.ts';
import type { Transaction } from '#db/sql.ts';
import { wakeComingMeetings } from '#db/wake-meetings.ts';

type Addition = {
  /** With ASCII case folded, without duplicates. */
  emails: readonly string[];
  reason?: string | undefined;
  duration?: number | undefined;
  contractReference?: string | undefined;
};

/**
 * Gives the addresses full access, except those that have it already, and replans their users' upcoming meetings.
 * Returns the new whitelist entries, each of which is also in the audit log.
 */
export async function addToWhitelist(
  context: ApiContext,
  request: Request,
  { emails, reason, duration, contractReference }: Addition,
): Promise<readonly WhitelistEntryRow[]> {
  const { userId } = currentUser(request);
  return await context.pool.transaction(async (transaction) => {
    const entries = await insertWhitelistEntries(transaction, {
      emails,
      reason: reason || null,
      durationDays: duration ?? null,
      contractReference: contractReference || null,
      addedBy: userId,
    });
    for (const { id: entryId, email } of entries) {
      await audit(transaction, request, {
        actorUserId: userId,
        action: 'whitelist.added',
        subject: addressSubject(context, email),
        details: { entryId, durationDays: duration ?? null },
      });
    }
    await wakeUsers(
      transaction,
      entries.map(({ email }) => email),
    );
    return entries;
  });
}

async function wakeUsers(transaction: Transaction, emails: readonly string[]): Promise<void> {
  for (const userId of await listUserIds(transaction, emails)) {
    await lockPlanning(transaction, userId);
    await wakeComingMeetings(transaction, userId);
  }
}
