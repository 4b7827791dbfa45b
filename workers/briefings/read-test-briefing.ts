import { findMeetingPlan, findNearestResearched, findPreviousMeeting } from '#db/queries/meeting-plan.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { findUser } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';
import { toBriefingData } from '#workers/emails/briefing-data.ts';
import { exampleBriefing } from '#workers/emails/example-briefing.ts';
import type { TestBriefingData } from '#workers/emails/test-briefing.ts';

/** What a test briefing shows: the briefing of the user's nearest researched meeting as it stands now, or the example. */
export async function readTestBriefing(transaction: Transaction, userId: string): Promise<TestBriefingData> {
  const meetingId = await findNearestResearched(transaction, userId);
  const row = meetingId === null ? null : await findMeetingPlan(transaction, meetingId);
  if (row) {
    const research = await findLatestResearch(transaction, row.meetingId);
    const previous = await findPreviousMeeting(transaction, row.meetingId);
    return { isExample: false, briefing: toBriefingData(row, research, previous) };
  }
  const user = await findUser(transaction, userId);
  return { isExample: true, briefing: exampleBriefing(user?.timezone ?? 'UTC', new Date()) };
}
