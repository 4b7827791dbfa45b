import { deleteChannels } from './queries/calendar-channels.ts';
import { disconnectIntegration, type IntegrationRow, touchFutureMeetings } from './queries/calendar-integrations.ts';
import { requestSyncsOfCopies } from './queries/event-copies.ts';
import { clearIdentityGrants } from './queries/identities.ts';
import { hashAccount, insertJournalEntry } from './queries/journal-entries.ts';
import { insertOutboxMessages } from './queries/outbox.ts';
import { insertWebhookEvents } from './queries/webhook-deliveries.ts';
import type { Transaction } from './sql.ts';

/**
 * Deletes the grant of a locked calendar account, stops its sync and cancels its upcoming meetings.
 *
 * @returns the encrypted grant and the push channels, still to be ended at the vendor; null if nothing was connected
 */
export async function endCalendar(
  transaction: Transaction,
  userId: string,
  { id, provider, status }: Pick<IntegrationRow, 'id' | 'provider' | 'status'>,
) {
  if (status === 'disconnected') return null;
  const envelope = await disconnectIntegration(transaction, id);
  // A sign-in shares the grant: revoking one ends the other.
  await clearIdentityGrants(transaction, { userId, provider });
  const meetings = await touchFutureMeetings(transaction, id);
  await insertOutboxMessages(transaction, [
    { workflow: 'calendar-sync', userId, provider, signal: 'stop' },
    ...meetings.map((meeting) => ({ workflow: 'meeting' as const, userId, ...meeting })),
  ]);
  const occasions = meetings.map((meeting) => ({ ...meeting, change: 'updated' }));
  await insertWebhookEvents(transaction, userId, 'meeting.changed', occasions);
  const meetingIds = meetings.map(({ meetingId }) => meetingId);
  await requestSyncsOfCopies(transaction, userId, meetingIds);
  // Messages from these channels are ignored from here on.
  const channels = await deleteChannels(transaction, { userId, provider });
  await insertJournalEntry(transaction, { kind: 'calendar-disconnected', account: hashAccount(userId), provider });
  return envelope === null ? null : { envelope, channels };
}
