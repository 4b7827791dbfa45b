import { Context } from '@temporalio/activity';
import { revokeGrants } from '#workers/calendar/revoke-grants.ts';
import { type SyncOutcome, syncAccount } from '#workers/calendar/sync-account.ts';
import type { WorkerContext } from '#workers/context.ts';
import type { CalendarSyncInput } from '#workflows/names.ts';
import { guard, toFailure } from './failure.ts';

/** Well below the start-to-close timeout, so that the activity can stop between pages and be called again. */
const SLICE_MS = 90_000;

/** Creates the activities that call the calendar vendors. */
export function createCalendarActivities(context: WorkerContext) {
  return {
    /**
     * Reads changes in the calendars of one account. Heartbeats record progress: the calendar's index and the pages
     * read.
     */
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

    /** Revokes the grants of a departing user at the vendor. Safe to repeat: a missing grant counts as revoked. */
    async revokeGrants(account: CalendarSyncInput): Promise<void> {
      await guard(context.logger, () => revokeGrants(context, account));
    },
  };
}

export type CalendarActivities = ReturnType<typeof createCalendarActivities>;
