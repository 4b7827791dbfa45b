import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import type { Provider } from '#contract/http.ts';
import { deleteChannels } from '#db/queries/calendar-channels.ts';
import { disconnectIntegration, lockIntegration, touchFutureMeetings } from '#db/queries/calendar-integrations.ts';
import { requestSyncsOfCopies } from '#db/queries/event-copies.ts';
import { clearIdentityGrants } from '#db/queries/identities.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
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
    if (integration.status === 'disconnected') return null;
    const refreshToken = await disconnectIntegration(transaction, integration.id);
    // A sign-in's grant is the same grant: revoking one ends the other.
    await clearIdentityGrants(transaction, { userId, provider });
    const meetings = await touchFutureMeetings(transaction, integration.id);
    await insertOutboxMessages(transaction, [
      { workflow: 'calendar-sync', userId, provider, signal: 'stop' },
      ...meetings.map((meeting) => ({ workflow: 'meeting' as const, userId, ...meeting })),
    ]);
    const meetingIds = meetings.map(({ meetingId }) => meetingId);
    await requestSyncsOfCopies(transaction, userId, meetingIds);
    // What they still send is ignored from here on.
    const channels = await deleteChannels(transaction, { userId, provider });
    return refreshToken === null ? null : { envelope: refreshToken, channels };
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
