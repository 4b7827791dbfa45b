import { randomUUID } from 'node:crypto';
import { insertBriefing } from '#db/queries/briefings.ts';
import { backdateBriefing, listPastOutsideMeetings } from '#db/queries/demo-history.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { findMeetingPlan } from '#db/queries/meeting-plan.ts';
import { findLatestResearch, insertResearchResult, markResearchCompleted } from '#db/queries/research-results.ts';
import { researchUsage, reserveUsage, settleUsage } from '#db/queries/usage-entries.ts';
import { createStoredDossiers } from '#db/stored-dossiers.ts';
import type { WorkerContext } from '#workers/context.ts';
import { toBriefingData } from '#workers/emails/briefing-data.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';

/** Researches and briefs the user's past meetings with the product's own code. */
export async function writeHistory(context: WorkerContext, userId: string): Promise<void> {
  const meetings = await listPastOutsideMeetings(context.pool, userId);
  await Promise.all(meetings.map((meeting) => writePastBriefing(context, meeting)));
}

async function writePastBriefing(
  context: WorkerContext,
  { meetingId, version }: { meetingId: string; version: number },
): Promise<void> {
  const { pool, model } = context;
  const meeting = await findMeetingPlan(pool, meetingId);
  if (!meeting) return;
  const { userId } = meeting;
  const run = { meetingId, version, request: meeting.researchRequests };
  const result = await researchMeeting(
    { model, dossiers: createStoredDossiers(context, meetingId) },
    meeting,
    new Date(0),
    AbortSignal.timeout(60_000),
  );
  const usage = researchUsage(userId, run);
  // A unique key, since no worker queued this email.
  const mailKey = `demo:${randomUUID()}`;

  await pool.transaction(async (transaction) => {
    await reserveUsage(transaction, usage, { limit: Number.MAX_SAFE_INTEGER, periodStart: new Date(0) });
    await insertResearchResult(transaction, { ...run, userId }, result);
    await markResearchCompleted(transaction, run);
    await settleUsage(transaction, usage);
    const research = await findLatestResearch(transaction, meetingId);
    // Read again, since the plan from before the research would make the email say that it is missing.
    const researched = await findMeetingPlan(transaction, meetingId);
    if (!researched) throw new Error(`meeting ${meetingId} disappeared while its history was written`);
    const emailId = await insertEmail(transaction, {
      mailKey,
      userId,
      kind: 'briefing',
      toAddress: meeting.email,
      data: toBriefingData(researched, { research, earlier: null, history: null, atThatTime: null }),
    });
    if (!research || emailId === null) throw new Error(`failed to write the history of meeting ${meetingId}`);
    await insertBriefing(transaction, {
      emailId,
      meetingId,
      userId,
      kind: 'briefing',
      researchId: research.id,
      meetingStart: meeting.start,
      externalGuests: meeting.participants.filter(({ isExternal }) => isExternal).map(({ email }) => email),
    });
    await backdateBriefing(transaction, meetingId, mailKey);
  });
}
