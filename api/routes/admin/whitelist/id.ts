import { addressSubject, audit } from '#api/audit.ts';
import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { removeFromWhitelist } from '#contract/admin-whitelist.ts';
import { insertJournalEntry } from '#db/queries/journal-entries.ts';
import { deleteWhitelistEntry } from '#db/queries/whitelist-entries.ts';

export const whitelistEntryRoute = route(removeFromWhitelist, async ({ context, request, caller, params: { id } }) => {
  await context.pool.transaction(async (transaction) => {
    const removed = await deleteWhitelistEntry(transaction, id);
    if (!removed) throw notFound();
    await insertJournalEntry(transaction, { kind: 'whitelist-removed', entryId: id });
    await audit(transaction, request, {
      actorUserId: caller.userId,
      action: 'whitelist.removed',
      subject: addressSubject(context, removed.email),
      details: { entryId: id },
    });
  });
  return { message: 'Email removed from whitelist' };
});
