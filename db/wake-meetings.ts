import { touchComingMeetings } from './queries/meetings.ts';
import { insertOutboxMessages } from './queries/outbox.ts';
import type { Transaction } from './sql.ts';

/** After a change of what briefings are planned by: the workflow of every coming meeting looks again. Needs `lockPlanning`. */
export async function wakeComingMeetings(transaction: Transaction, userId: string): Promise<void> {
  const meetings = await touchComingMeetings(transaction, userId);
  await insertOutboxMessages(
    transaction,
    meetings.map((meeting) => ({ workflow: 'meeting', userId, ...meeting })),
  );
}
