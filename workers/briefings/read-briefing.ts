import { findMeetingHistory } from '#db/queries/meeting-history.ts';
import type { MeetingPlanRow } from '#db/queries/meeting-plan.ts';
import { findEarlierResearch, findLatestResearch, type StoredResearch } from '#db/queries/research-results.ts';
import type { Transaction } from '#db/sql.ts';
import { type BriefingData, toBriefingData } from '#workers/emails/briefing-data.ts';

/**
 * Returns the current briefing of a meeting: its research compared with the earlier run, and the user's history with
 * these guests.
 */
export async function readBriefing(
  transaction: Transaction,
  row: MeetingPlanRow,
  research: StoredResearch | null,
): Promise<BriefingData> {
  const earlier = research && (await findEarlierResearch(transaction, row.meetingId, research));
  const history = await findMeetingHistory(transaction, row.meetingId);
  const atThatTime = history && (await findLatestResearch(transaction, history.meetingId));
  return toBriefingData(row, { research, earlier, history, atThatTime });
}
