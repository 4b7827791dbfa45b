import type { Request } from 'express';
import { addressSubject, audit } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { insertWhitelistEntries, type WhitelistEntryRow } from '#db/queries/whitelist-entries.ts';

type Addition = {
  /** ASCII case folded, each once. */
  emails: readonly string[];
  reason?: string | undefined;
  duration?: number | undefined;
  contractReference?: string | undefined;
};

/** Gives the addresses full access and writes each into the audit log. Returns the entries that were not there before. */
export async function addToWhitelist(
  { pool }: ApiContext,
  request: Request,
  { emails, reason, duration, contractReference }: Addition,
): Promise<readonly WhitelistEntryRow[]> {
  const { userId } = currentUser(request);
  return await pool.transaction(async (transaction) => {
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
        subject: addressSubject(email),
        details: { entryId, durationDays: duration ?? null },
      });
    }
    return entries;
  });
}
