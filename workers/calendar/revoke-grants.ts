import { deleteGrant, listGrants } from '#db/queries/account-deletion.ts';
import { deleteChannels } from '#db/queries/calendar-channels.ts';
import { findCalendarGrant } from '#db/queries/sync-accounts.ts';
import type { AccountKey } from '#db/sql.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import { stopChannels } from '#providers/calendar/stop-channels.ts';
import { RequestRejectedError, VendorError } from '#providers/errors.ts';
import type { WorkerContext } from '#workers/context.ts';

/**
 * Closes a user's push channels at one vendor, then revokes and deletes each grant.
 *
 * @throws VendorError if a grant could not be revoked; the grants before it are already deleted
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

/**
 * Closes the user's channels. A failure must not block the deletion: the channels expire within a week, and their
 * notifications are rejected.
 */
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
    logger.warn({ err: error, provider: account.provider }, 'failed to close a push channel; it will expire');
  }
}
