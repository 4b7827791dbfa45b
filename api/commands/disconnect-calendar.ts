import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import type { Provider } from '#contract/http.ts';
import { endCalendar } from '#db/end-calendar.ts';
import { lockIntegration } from '#db/queries/calendar-integrations.ts';
import { stopChannels } from '#providers/calendar/stop-channels.ts';

/**
 * Forgets the grant, stops the sync and takes the calendar's coming meetings off the schedule; what was found stays readable. Disconnecting twice is
 * no error. The grant is then revoked at the provider, where it lets us: a provider that is down does not keep anybody connected.
 *
 * @throws 404 when the provider was never connected
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
    logger.warn({ err: error, userId, provider }, 'a push channel could not be stopped at the provider; it runs out');
  }
  try {
    await vendor.revoke(refreshToken);
  } catch (error) {
    logger.warn(
      { err: error, userId, provider },
      'the grant could not be revoked at the provider; it is forgotten here',
    );
  }
}
