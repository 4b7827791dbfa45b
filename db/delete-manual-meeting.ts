import { NO_BRIEFING } from '#domain/briefable.ts';
import { hashAccount, insertJournalEntry } from './queries/journal-entries.ts';
import { insertOutboxMessages } from './queries/outbox.ts';
import { cancelManualMeeting } from './queries/synced-meetings.ts';
import { insertWebhookEvents } from './queries/webhook-deliveries.ts';
import type { MeetingKey, Transaction } from './sql.ts';

/**
 * Deletes the user's manual meeting and notifies its workflow and the user's webhooks.
 *
 * @returns false if the user has no such meeting, or deleted it before
 */
export async function deleteManualMeeting(transaction: Transaction, key: MeetingKey): Promise<boolean> {
  const cancelled = await cancelManualMeeting(transaction, { ...key, reason: NO_BRIEFING.deleted });
  if (!cancelled) return false;
  const { userId, meetingId } = key;
  const { hadWorkflow, version } = cancelled;
  if (hadWorkflow) await insertOutboxMessages(transaction, [{ workflow: 'meeting', ...key, version }]);
  await insertWebhookEvents(transaction, userId, 'meeting.changed', [{ meetingId, change: 'cancelled', version }]);
  await insertJournalEntry(transaction, { kind: 'meeting-deleted', account: hashAccount(userId), meetingId });
  return true;
}
