import { Context } from '@temporalio/activity';
import { revokeGrants } from '#workers/calendar/revoke-grants.ts';
import { type SyncOutcome, syncAccount } from '#workers/calendar/sync-account.ts';
import type { WorkerContext } from '#workers/context.ts';
import type { CalendarSyncInput } from '#workflows/names.ts';
import { guard, toFailure } from './failure.ts';

/** Well below the activity's start-to-close timeout: it ends between two pages and is called again. */
const SLICE_MS = 90_000;

/** Steps at the calendar vendors. */
export function createSyncActivities(context: WorkerContext) {
  return {
    /** Reads what changed in the calendars of one account. Heartbeats carry how far it is: the calendar's number and the pages read. */
    async syncCalendarAccount({ userId, provider }: CalendarSyncInput): Promise<SyncOutcome> {
      const activity = Context.current();
      try {
        return await syncAccount(
          context,
          { userId, provider },
          {
            signal: activity.cancellationSignal,
            onProgress: (progress) => activity.heartbeat(progress),
            deadlineMs: Date.now() + SLICE_MS,
          },
        );
      } catch (error) {
        throw toFailure(error, context.logger, activity.info.attempt);
      }
    },

    /** Ends at the vendor what a user who is leaving has granted there. Safe to repeat: a grant that is gone already counts as revoked. */
    async revokeGrants(account: CalendarSyncInput): Promise<void> {
      await guard(context.logger, () => revokeGrants(context, account));
    },
  };
}

export type SyncActivities = ReturnType<typeof createSyncActivities>;
