import { addressSubject, audit } from '#api/audit.ts';
import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { readListed } from '#api/views.ts';
import { removeObjection } from '#contract/objections.ts';
import { insertJournalEntry } from '#db/queries/journal-entries.ts';
import { deleteObjection } from '#db/queries/objections.ts';

export const objectionIdRoute = route(removeObjection, async ({ context, request, caller, params: { id } }) => {
  await context.pool.transaction(async (transaction) => {
    const removed = await deleteObjection(transaction, id);
    if (!removed) throw notFound();
    await insertJournalEntry(transaction, { kind: 'objection-removed', objectionId: id });
    await audit(transaction, request, {
      actorUserId: caller.userId,
      action: 'objection.removed',
      // An entry that cannot be decrypted can still be removed.
      subject: addressSubject(context, readListed(removed, context.encryption) ?? id),
      details: { objectionId: id, kind: removed.kind },
    });
  });
  return { message: 'Removed from the list' };
});
