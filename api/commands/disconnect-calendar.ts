import type { ApiContext } from '#api/context.ts';
import type { Provider } from '#api/contract/http.ts';
import { notFound } from '#api/errors.ts';
import { disconnectIntegration, lockIntegration, touchFutureMeetings } from '#db/queries/calendar-integrations.ts';
import { requestSyncsOfCopies } from '#db/queries/event-copies.ts';
import { clearIdentityGrants } from '#db/queries/identities.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

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
  const envelope = await pool.transaction(async (transaction) => {
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
    return refreshToken;
  });
  if (envelope === null) return;
  try {
    await context[provider]?.revoke(encryption.decrypt(envelope, `${userId}:${provider}`));
  } catch (error) {
    logger.warn(
      { err: error, userId, provider },
      'the grant could not be revoked at the provider; it is forgotten here',
    );
  }
}
