import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import type { ResearchState } from '#contract/meetings.ts';
import { findMeetingPlan } from '#db/queries/meeting-plan.ts';
import { listPersonAnswers } from '#db/queries/person-answers.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import type { Transaction } from '#db/sql.ts';
import { saveDisambiguation } from './save-disambiguation.ts';

/**
 * Stores which of several people with the same name a guest is, for all of the user's research from now on. Upcoming
 * meetings whose research this outdates are researched again without using quota, up to a limit.
 *
 * @param answer.url One of the offered pages; null rejects all of them.
 * @returns the research state of the meeting afterwards
 * @throws 404 for a meeting that is not the user's, a guest not asked about, or a page not offered
 */
export async function answerDisambiguation(
  { pool }: ApiContext,
  answer: { userId: string; meetingId: string; email: string; url: string | null },
): Promise<ResearchState> {
  return await pool.transaction(async (transaction) => {
    const { userId, meetingId, email, url } = answer;
    await lockPlanning(transaction, userId);
    const meeting = await findMeetingPlan(transaction, meetingId);
    if (!meeting || meeting.userId !== userId) throw notFound();
    const offered = await readOffer(transaction, answer);
    if (offered.length === 0 || (url !== null && !offered.includes(url))) throw notFound();
    const rejectedUrls = offered.filter((other) => other !== url);
    await saveDisambiguation(transaction, { userId, email, chosenUrl: url, rejectedUrls });
    const kept = await findMeetingPlan(transaction, meetingId);
    return kept?.researchState ?? meeting.researchState;
  });
}

/** Returns the pages to choose from: those offered, and the one chosen before. */
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
