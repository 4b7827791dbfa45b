import { findMeetingHistory } from '#db/queries/meeting-history.ts';
import type { MeetingPlanRow } from '#db/queries/meeting-plan.ts';
import { findEarlierResearch, findLatestResearch, type StoredResearch } from '#db/queries/research-results.ts';
import type { Transaction } from '#db/sql.ts';
import type { WorkerContext } from '#workers/context.ts';
import { type BriefingData, toBriefingData } from '#workers/emails/briefing-data.ts';
import { unlessUnreadable } from './unless-unreadable.ts';

/**
 * Returns the current briefing of a meeting: its research compared with the earlier run, and the user's history with
 * these guests. Reports of earlier runs and meetings are left out if they are unreadable.
 */
export async function readBriefing(
  transaction: Transaction,
  context: Pick<WorkerContext, 'logger' | 'meters'>,
  row: MeetingPlanRow,
  research: StoredResearch | null,
): Promise<BriefingData> {
  const { meetingId } = row;
  const orNone = async (read: () => Promise<StoredResearch | null>) =>
    await unlessUnreadable(context, { activity: 'claimBriefing', meetingId }, read);
  const earlier = research && (await orNone(() => findEarlierResearch(transaction, meetingId, research)));
  const history = await findMeetingHistory(transaction, meetingId);
  const atThatTime = history && (await orNone(() => findLatestResearch(transaction, history.meetingId)));
  return toBriefingData(row, { research, earlier, history, atThatTime });
}
