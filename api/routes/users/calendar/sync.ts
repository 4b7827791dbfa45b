import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readBody } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { setCalendarSync } from '#contract/calendar.ts';
import { lockIntegration, updateSyncEnabled } from '#db/queries/calendar-integrations.ts';
import { journalStop } from '#db/queries/journal-entries.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

export function syncRoute(context: ApiContext): Router {
  return Router().post(setCalendarSync.path, requireSubscription(context), async (request, response) => {
    const { provider, enabled } = readBody(setCalendarSync, request);
    const { userId } = currentUser(request);
    await context.pool.transaction(async (transaction) => {
      const integration = await lockIntegration(transaction, { userId, provider });
      if (!integration || integration.status === 'disconnected') throw notFound();
      if (integration.syncEnabled === enabled) return;
      await updateSyncEnabled(transaction, integration.id, enabled);
      await journalStop(transaction, { userId, of: 'sync', provider, isStopped: !enabled });
      const signal = enabled ? 'resume' : 'pause';
      await insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal }]);
    });
    answer(response, setCalendarSync, { message: `Auto-sync is ${enabled ? 'on' : 'off'}.` });
  });
}
