import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { setCalendarSync } from '#contract/calendar.ts';
import { lockIntegration, updateSyncEnabled } from '#db/queries/calendar-integrations.ts';
import { journalStop } from '#db/queries/journal-entries.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

export const syncRoute = route(
  setCalendarSync,
  async ({ context, caller: { userId }, body: { provider, enabled } }) => {
    await context.pool.transaction(async (transaction) => {
      const integration = await lockIntegration(transaction, { userId, provider });
      if (!integration || integration.status === 'disconnected') throw notFound();
      if (integration.syncEnabled === enabled) return;
      await updateSyncEnabled(transaction, integration.id, enabled);
      await journalStop(transaction, { userId, of: 'sync', provider, isStopped: !enabled });
      const signal = enabled ? 'resume' : 'pause';
      await insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal }]);
    });
    return { message: `Auto-sync is ${enabled ? 'on' : 'off'}.` };
  },
);
