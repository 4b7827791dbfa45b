import { reopenAnsweredResearch } from '#db/queries/answered-research.ts';
import { insertMeetingMessages } from '#db/queries/outbox.ts';
import { type PersonAnswer, upsertPersonAnswer } from '#db/queries/person-answers.ts';
import type { Transaction } from '#db/sql.ts';

/**
 * Stores a user's answer about who a guest is. Upcoming meetings whose research it outdates are researched again without
 * using quota, up to a limit. Needs `lockPlanning`.
 */
export async function saveDisambiguation(
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
  await insertMeetingMessages(transaction, userId, meetings);
}
