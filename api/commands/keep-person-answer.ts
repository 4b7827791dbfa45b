import { reopenAnsweredResearch } from '#db/queries/answered-research.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { type PersonAnswer, upsertPersonAnswer } from '#db/queries/person-answers.ts';
import type { Transaction } from '#db/sql.ts';

/**
 * Keeps what the user said about who a guest is. Where that is news, every coming meeting is researched again, at no charge, that asked about the
 * guest or tells what is now known to be about somebody else. Needs `lockPlanning`.
 */
export async function keepPersonAnswer(
  transaction: Transaction,
  answer: PersonAnswer & { userId: string },
): Promise<void> {
  const { userId, email } = answer;
  const before = await upsertPersonAnswer(transaction, answer);
  const rejectedBefore = before?.rejectedUrls ?? [];
  const isNews =
    (before?.chosenUrl ?? null) !== answer.chosenUrl ||
    answer.rejectedUrls.some((url) => !rejectedBefore.includes(url));
  if (!isNews) return;
  const meetings = await reopenAnsweredResearch(transaction, { userId, email, before });
  await insertOutboxMessages(
    transaction,
    meetings.map((meeting) => ({ workflow: 'meeting', userId, ...meeting })),
  );
}
