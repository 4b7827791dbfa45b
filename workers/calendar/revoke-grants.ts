import { deleteGrant, listGrants } from '#db/queries/account-deletion.ts';
import { deleteChannels } from '#db/queries/calendar-channels.ts';
import { type AccountKey, findCalendarGrant } from '#db/queries/sync-accounts.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import { stopChannels } from '#providers/calendar/stop-channels.ts';
import { RequestRejectedError, VendorError } from '#providers/errors.ts';
import type { WorkerContext } from '#workers/context.ts';

/**
 * Stops the channels of a user at one vendor, revokes each grant that is held there, and forgets it once that is done.
 *
 * @throws VendorError when one could not be revoked; those before it are done.
 */
export async function revokeGrants(context: WorkerContext, account: AccountKey): Promise<void> {
  const { pool, encryption, calendars } = context;
  const vendor = calendars[account.provider];
  if (!vendor) throw new RequestRejectedError('provider_not_configured');
  const owner = `${account.userId}:${account.provider}`;
  await closeChannels(context, vendor, account);
  for (const envelope of await listGrants(pool, account)) {
    await vendor.revoke(encryption.decrypt(envelope, owner));
    await deleteGrant(pool, account.userId, envelope);
  }
}

/** One that cannot be stopped keeps nobody from leaving: it runs out within a week, and its notices lead nowhere. */
async function closeChannels(
  { pool, encryption, logger }: WorkerContext,
  vendor: CalendarProvider,
  account: AccountKey,
): Promise<void> {
  const envelope = await findCalendarGrant(pool, account);
  const channels = await deleteChannels(pool, account);
  if (envelope === null) return;
  try {
    await stopChannels(vendor, encryption.decrypt(envelope, `${account.userId}:${account.provider}`), channels);
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    logger.warn({ err: error, provider: account.provider }, 'a push channel could not be stopped; it runs out');
  }
}
