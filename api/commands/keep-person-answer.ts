import { reopenAnsweredResearch } from '#db/queries/answered-research.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { type PersonAnswer, upsertPersonAnswer } from '#db/queries/person-answers.ts';
import type { Transaction } from '#db/sql.ts';

/**
 * Keeps what the user said about who a guest is. Where that is a page, and not the one it was, or takes back the one it was, every coming meeting that
 * asked about the guest is researched again, at no charge. Needs `lockPlanning`.
 */
export async function keepPersonAnswer(
  transaction: Transaction,
  answer: PersonAnswer & { userId: string },
): Promise<void> {
  const { userId, email, chosenUrl } = answer;
  const before = await upsertPersonAnswer(transaction, answer);
  if (before === chosenUrl) return;
  const wasAnother = before !== null;
  const meetings = await reopenAnsweredResearch(transaction, { userId, email, chosenUrl, wasAnother });
  await insertOutboxMessages(
    transaction,
    meetings.map((meeting) => ({ workflow: 'meeting', userId, ...meeting })),
  );
}
