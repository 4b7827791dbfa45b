import { deleteChannels } from './queries/calendar-channels.ts';
import { disconnectIntegration, type IntegrationRow, touchFutureMeetings } from './queries/calendar-integrations.ts';
import { requestSyncsOfCopies } from './queries/event-copies.ts';
import { clearIdentityGrant } from './queries/identities.ts';
import { hashAccount, insertJournalEntry } from './queries/journal-entries.ts';
import { insertOutboxMessages } from './queries/outbox.ts';
import { insertWebhookEvents } from './queries/webhook-deliveries.ts';
import type { Transaction } from './sql.ts';

/**
 * Deletes the grant of a locked calendar account, stops its sync and unschedules its upcoming meetings.
 *
 * @returns the encrypted grant and the push channels, which must still be ended at the vendor; null if the account was
 *   disconnected or had no grant
 */
export async function endCalendar(
  transaction: Transaction,
  userId: string,
  { id, provider, accountSubject, status }: Pick<IntegrationRow, 'id' | 'provider' | 'accountSubject' | 'status'>,
) {
  if (status === 'disconnected') return null;
  const envelope = await disconnectIntegration(transaction, id);
  // The sign-in shares the grant, which is about to be revoked.
  await clearIdentityGrant(transaction, { userId, provider, accountSubject });
  const meetings = await touchFutureMeetings(transaction, id);
  await insertOutboxMessages(transaction, [
    { workflow: 'calendar-sync', userId, provider, signal: 'stop' },
    ...meetings.map((meeting) => ({ workflow: 'meeting' as const, userId, ...meeting })),
  ]);
  const occasions = meetings.map((meeting) => ({ ...meeting, change: 'updated' }));
  await insertWebhookEvents(transaction, userId, 'meeting.changed', occasions);
  const meetingIds = meetings.map(({ meetingId }) => meetingId);
  await requestSyncsOfCopies(transaction, userId, meetingIds);
  // From now on, notifications from these channels are ignored.
  const channels = await deleteChannels(transaction, { userId, provider });
  await insertJournalEntry(transaction, { kind: 'calendar-disconnected', account: hashAccount(userId), provider });
  return envelope === null ? null : { envelope, channels };
}
