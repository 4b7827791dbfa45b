import { touchComingMeetings } from './queries/meetings.ts';
import { insertMeetingMessages } from './queries/outbox.ts';
import type { Transaction } from './sql.ts';

/**
 * Makes the workflows of the user's upcoming meetings plan again. Call after a change that affects planning. Needs
 * `lockPlanning`.
 */
export async function wakeComingMeetings(transaction: Transaction, userId: string): Promise<void> {
  const meetings = await touchComingMeetings(transaction, userId);
  await insertMeetingMessages(transaction, userId, meetings);
}
