import type { ApiContext } from '#api/context.ts';
import type { ResearchState } from '#api/contract/meetings.ts';
import { notFound } from '#api/errors.ts';
import { lockMeetingPlan, type MeetingPlanRow, reopenResearch } from '#db/queries/meeting-plan.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { listPersonAnswers, upsertPersonAnswer } from '#db/queries/person-answers.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import type { Transaction } from '#db/sql.ts';

/**
 * Keeps which of several people of one name a guest is; it counts in every research of this user from then on. After the first answer about a guest the
 * meeting is researched again, at no charge; a later change of mind waits for the next research, or for one that is asked for.
 *
 * @param answer.url One of the pages that were offered; null: none of them.
 * @throws 404 for a meeting that is not the user's, and where nothing was asked about that guest or that page was not offered
 */
export async function answerWhichOne(
  { pool }: ApiContext,
  answer: { userId: string; meetingId: string; email: string; url: string | null },
): Promise<ResearchState> {
  return await pool.transaction(async (transaction) => {
    const meeting = await lockMeetingPlan(transaction, answer.meetingId);
    if (!meeting || meeting.userId !== answer.userId) throw notFound();
    const offered = await readOffer(transaction, answer);
    if (offered.length === 0 || (answer.url !== null && !offered.includes(answer.url))) throw notFound();
    const { userId, email, url } = answer;
    const rejectedUrls = offered.filter((other) => other !== url);
    const isFirst = await upsertPersonAnswer(transaction, { userId, email, chosenUrl: url, rejectedUrls });
    return isFirst && url !== null ? await researchAgain(transaction, meeting) : meeting.researchState;
  });
}

/** The pages that were offered, and the one that was chosen before. */
async function readOffer(
  transaction: Transaction,
  { userId, meetingId, email }: { userId: string; meetingId: string; email: string },
): Promise<string[]> {
  const research = await findLatestResearch(transaction, meetingId);
  const guest = research?.report.guests.find((brief) => brief.email === email);
  const before = (await listPersonAnswers(transaction, { userId, meetingId })).find((known) => known.email === email);
  return [
    ...(guest?.candidates ?? []).map(({ url }) => url),
    ...(before && before.chosenUrl !== null ? [before.chosenUrl] : []),
  ];
}

async function researchAgain(transaction: Transaction, meeting: MeetingPlanRow): Promise<ResearchState> {
  const { meetingId, userId, version, researchState } = meeting;
  if (researchState !== 'completed' || meeting.start <= new Date() || meeting.status !== 'confirmed')
    return researchState;
  await reopenResearch(transaction, meeting);
  await insertOutboxMessages(transaction, [{ workflow: 'meeting', userId, meetingId, version: version + 1 }]);
  return 'pending';
}
