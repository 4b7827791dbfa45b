import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { endCalendar } from '#db/end-calendar.ts';
import { lockIntegration } from '#db/queries/calendar-integrations.ts';
import type { AccountKey } from '#db/sql.ts';
import { releaseGrant } from './release-grant.ts';

/**
 * Deletes the grant, stops the sync and unschedules the account's upcoming meetings; meetings already found stay
 * readable. Then tries to revoke the grant. Safe to repeat.
 *
 * @throws 404 if the provider was never connected
 */
export async function disconnectCalendar(context: ApiContext, account: AccountKey): Promise<void> {
  const released = await context.pool.transaction(async (transaction) => {
    const integration = await lockIntegration(transaction, account);
    if (!integration) throw notFound();
    return await endCalendar(transaction, account.userId, integration);
  });
  await releaseGrant(context, account, released);
}
