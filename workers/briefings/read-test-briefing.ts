import { findMeetingPlan, findNearestResearched } from '#db/queries/meeting-plan.ts';
import { findUser } from '#db/queries/users.ts';
import { readRedactedResearch } from '#db/redacted-research/redact-research.ts';
import type { Transaction } from '#db/sql.ts';
import type { WorkerContext } from '#workers/context.ts';
import { exampleBriefing } from '#workers/emails/example-briefing.ts';
import type { TestBriefingData } from '#workers/emails/test-briefing.ts';
import type { Say } from '#workers/words/say.ts';
import { readBriefing } from './read-briefing.ts';

/**
 * Returns what a test briefing shows: the current briefing of the user's nearest researched meeting, or the example.
 */
export async function readTestBriefing(
  transaction: Transaction,
  context: Pick<WorkerContext, 'encryption' | 'logger' | 'meters'>,
  { userId, say }: { userId: string; say: Say },
): Promise<TestBriefingData> {
  const meetingId = await findNearestResearched(transaction, userId);
  const row = meetingId === null ? null : await findMeetingPlan(transaction, meetingId);
  if (row) {
    const research = await readRedactedResearch(transaction, context.encryption, row.meetingId);
    return { isExample: false, briefing: await readBriefing(transaction, context, row, research) };
  }
  const user = await findUser(transaction, userId);
  return { isExample: true, briefing: exampleBriefing(say, user?.timezone ?? 'UTC', new Date()) };
}
