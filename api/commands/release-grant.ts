import type { ApiContext } from '#api/context.ts';
import type { endCalendar } from '#db/end-calendar.ts';
import type { AccountKey } from '#db/sql.ts';
import { stopChannels } from '#providers/calendar/stop-channels.ts';

/**
 * Tries to close the push channels of a calendar account that has ended, then to revoke its grant. Call it after the
 * transaction: an outage at the provider must not keep anyone connected.
 *
 * @param released from `endCalendar`
 */
export async function releaseGrant(
  { encryption, logger, ...context }: ApiContext,
  { userId, provider }: AccountKey,
  released: Awaited<ReturnType<typeof endCalendar>>,
): Promise<void> {
  const vendor = context[provider];
  if (released === null || vendor === null) return;
  const refreshToken = encryption.decrypt(released.envelope, `${userId}:${provider}`);
  try {
    await stopChannels(vendor, refreshToken, released.channels);
  } catch (error) {
    logger.warn({ err: error, userId, provider }, 'failed to close a push channel; it will expire');
  }
  try {
    await vendor.revoke(refreshToken);
  } catch (error) {
    logger.warn({ err: error, userId, provider }, 'failed to revoke the grant at the provider; it is deleted here');
  }
}
