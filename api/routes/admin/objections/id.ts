import { Router } from 'express';
import { addressSubject, audit } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readParams } from '#api/http.ts';
import { requireAdmin } from '#api/middleware/require-admin.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { removeObjection } from '#contract/objections.ts';
import { insertJournalEntry } from '#db/queries/journal-entries.ts';
import { deleteObjection } from '#db/queries/objections.ts';

export function objectionIdRoute(context: ApiContext): Router {
  return Router().delete(removeObjection.path, requireAdmin(context), async (request, response) => {
    const { id } = readParams(removeObjection, request);
    await context.pool.transaction(async (transaction) => {
      const removed = await deleteObjection(transaction, id);
      if (!removed) throw notFound();
      await insertJournalEntry(transaction, { kind: 'objection-removed', objectionId: id });
      await audit(transaction, request, {
        actorUserId: currentUser(request).userId,
        action: 'objection.removed',
        subject: addressSubject(context, context.encryption.decrypt(removed.listed, `objection:${id}`)),
        details: { objectionId: id, kind: removed.kind },
      });
    });
    answer(response, removeObjection, { message: 'Removed from the list' });
  });
}
