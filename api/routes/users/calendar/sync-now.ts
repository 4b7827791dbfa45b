import { conflict, rateLimited } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { syncNow } from '#contract/calendar.ts';
import { requestSyncsByUser } from '#db/queries/calendar-integrations.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

/** Minimum seconds between user-requested syncs of an account. */
const REST_S = 60;

export const syncNowRoute = route(syncNow, async ({ context, caller: { userId } }) => {
  const providers = await context.pool.transaction(async (transaction) => {
    const asked = await requestSyncsByUser(transaction, userId, REST_S);
    if (asked.waitS === null) throw conflict('No calendar is connected. Connect one to sync.');
    if (asked.providers.length === 0) throw tooSoon(asked.waitS);
    await insertOutboxMessages(
      transaction,
      asked.providers.map((provider) => ({ workflow: 'calendar-sync', userId, provider, signal: 'sync' })),
    );
    return asked.providers;
  });
  return { providers: [...providers], message: 'Syncing your calendars.' };
});

function tooSoon(waitS: number) {
  const retryAfter = Math.max(1, waitS);
  return rateLimited({ retryAfter, limit: 1, remaining: 0, reset: Math.ceil(Date.now() / 1000) + retryAfter });
}
