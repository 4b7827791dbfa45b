import { Router } from 'express';
import { addressSubject, audit } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readParams } from '#api/http.ts';
import { requireAdmin } from '#api/middleware/require-admin.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { removeFromWhitelist } from '#contract/admin-whitelist.ts';
import { insertJournalEntry } from '#db/queries/journal-entries.ts';
import { deleteWhitelistEntry } from '#db/queries/whitelist-entries.ts';

export function whitelistEntryRoute(context: ApiContext): Router {
  return Router().delete(removeFromWhitelist.path, requireAdmin(context), async (request, response) => {
    const { id } = readParams(removeFromWhitelist, request);
    await context.pool.transaction(async (transaction) => {
      const removed = await deleteWhitelistEntry(transaction, id);
      if (!removed) throw notFound();
      await insertJournalEntry(transaction, { kind: 'whitelist-removed', entryId: id });
      await audit(transaction, request, {
        actorUserId: currentUser(request).userId,
        action: 'whitelist.removed',
        subject: addressSubject(context, removed.email),
        details: { entryId: id },
      });
    });
    answer(response, removeFromWhitelist, { message: 'Email removed from whitelist' });
  });
}
