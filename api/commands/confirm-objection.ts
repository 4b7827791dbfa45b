import type { Request } from 'express';
import { addressSubject, audit } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { hashToken } from '#db/link-token.ts';
import { insertJournalEntry, JOURNAL } from '#db/queries/journal-entries.ts';
import { eraseObjectionMails, findObjectionByToken, updateObjectionConfirmed } from '#db/queries/objections.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

/**
 * Confirms an objection: from now on, the address is not researched, and a workflow erases existing data. Safe to
 * repeat. Returns false for an invalid link.
 */
export async function confirmObjection(context: ApiContext, request: Request, token: string): Promise<boolean> {
  return await context.pool.transaction(async (transaction) => {
    const objection = await findObjectionByToken(transaction, hashToken(token));
    if (!objection) return false;
    const { id, kind } = objection;
    const listed = context.encryption.decrypt(objection.listed, `objection:${id}`);
    if (!(await updateObjectionConfirmed(transaction, id))) return true;
    await eraseObjectionMails(transaction, id);
    await insertJournalEntry(transaction, {
      kind: 'objection-listed',
      objectionId: id,
      about: kind,
      listed: context.encryption.encrypt(listed, JOURNAL),
    });
    await audit(transaction, request, {
      actorUserId: null,
      action: 'objection.confirmed',
      subject: addressSubject(context, listed),
      details: { objectionId: id },
    });
    await insertOutboxMessages(transaction, [{ workflow: 'objection', objectionId: id }]);
    return true;
  });
}
