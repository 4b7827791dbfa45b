import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import type { Provider } from '#contract/http.ts';
import { endCalendar } from '#db/end-calendar.ts';
import { lockIntegration } from '#db/queries/calendar-integrations.ts';
import { stopChannels } from '#providers/calendar/stop-channels.ts';

/**
 * Deletes the grant, stops the sync and unschedules the account's upcoming meetings; meetings already found stay
 * readable. Then tries to revoke the grant: an outage at the provider must not keep anyone connected. Safe to repeat.
 *
 * @throws 404 if the provider was never connected
 */
export async function disconnectCalendar(
  context: ApiContext,
  { userId, provider }: { userId: string; provider: Provider },
): Promise<void> {
  const { pool, encryption, logger } = context;
  const released = await pool.transaction(async (transaction) => {
    const integration = await lockIntegration(transaction, { userId, provider });
    if (!integration) throw notFound();
    return await endCalendar(transaction, userId, integration);
  });
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
