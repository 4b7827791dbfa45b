import type { ApiContext } from '#api/context.ts';
import { invalidTarget, notFound, quotaExceeded } from '#api/errors.ts';
import type { ResearchState } from '#contract/meetings.ts';
import type { UserAccess } from '#db/queries/access.ts';
import { lockResearchTarget, type ResearchTarget, requestResearch } from '#db/queries/meetings.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { countUsage, researchUsage, reserveUsage, type UsageKey } from '#db/queries/usage-entries.ts';
import { lockUser } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';
import { NO_BRIEFING, type NoBriefingReason, whyNotBriefable } from '#domain/briefable.ts';
import { CUT_OFF_MS } from '#domain/briefing-schedule.ts';
import { planLimits, usagePeriod } from '#domain/usage.ts';

export type TriggerOutcome = { targetCompany: string | null; researchState: ResearchState };

/**
 * Requests research on a meeting: reserves a unit of quota, counts the request and notifies the workflow in one
 * transaction, so it works even while workers and engine are down. Finished research is repeated only with `force`; a
 * request in progress is not duplicated.
 *
 * @throws 404 for an unknown meeting, 400 if it cannot be researched, 403 if the quota is used up
 */
export async function triggerResearch(
  { pool }: ApiContext,
  user: UserAccess,
  { meetingId, force }: { meetingId: string; force: boolean },
): Promise<TriggerOutcome> {
  const now = new Date();
  return await pool.transaction(async (transaction) => {
    const meeting = await lockResearchTarget(transaction, { userId: user.userId, meetingId });
    if (!meeting) throw notFound();
    const targetCompany = meeting.externalDomains[0] ?? null;
    const obstacle = whyNotResearchable(meeting, now);
    if (obstacle) throw invalidTarget(obstacleTexts[obstacle], targetCompany);
    if (meeting.hasResearch && meeting.researchState === 'completed' && !force) {
      return { targetCompany, researchState: 'completed' };
    }
    const request = meeting.isReserved ? meeting.researchRequests : meeting.researchRequests + 1;
    await reserve(transaction, user, researchUsage(user.userId, { meetingId, request }), now);
    if (meeting.isReserved) return { targetCompany, researchState: meeting.researchState };

    const { version } = await requestResearch(transaction, meetingId);
    await insertOutboxMessages(transaction, [{ workflow: 'meeting', userId: user.userId, meetingId, version }]);
    return { targetCompany, researchState: 'pending' };
  });
}

/** The reasons at the time of a request; `NO_BRIEFING` words two of them as of an earlier plan. */
const obstacleTexts: Record<NoBriefingReason, string> = {
  ...NO_BRIEFING,
  started: 'The meeting has already started.',
  too_late: 'The meeting starts too soon.',
};

function whyNotResearchable(meeting: ResearchTarget, now: Date): NoBriefingReason | null {
  if (!meeting.isCalendarConnected) return meeting.isCalendarSwitchedOff ? 'calendar_off' : 'disconnected';
  const obstacle = whyNotBriefable({ ...meeting, isAskedFor: true });
  if (obstacle) return obstacle;
  if (meeting.startTime <= now) return 'started';
  return meeting.startTime.getTime() - now.getTime() < CUT_OFF_MS ? 'too_late' : null;
}

/**
 * Reserves one unit of quota. @throws 403 if none is left, even for a repeated request whose unit is already reserved
 */
async function reserve(transaction: Transaction, user: UserAccess, unit: UsageKey, now: Date): Promise<void> {
  const { userId } = user;
  const period = usagePeriod(user.subscription, now);
  const quota = { limit: planLimits(user.subscription).research, periodStart: period.start };
  // Serializes reservations, so that the count below includes all earlier ones.
  await lockUser(transaction, userId);
  const used = await countUsage(transaction, { userId, kind: 'research', periodStart: period.start });
  if (used >= quota.limit) throw quotaExceeded({ quota: quota.limit, used, resetDate: period.end });
  await reserveUsage(transaction, unit, quota);
}
