import { SchemaValidationError } from 'slonik';
import type { WorkerContext } from '#workers/context.ts';

/**
 * Reads something an email can do without. Returns null if its row is unreadable, for example because another build
 * wrote it; the failure is logged and counts towards the alert ActivitiesFail.
 *
 * @param activity The activity to count the failure under.
 * @throws any other failure, because it may have ended the transaction
 */
export async function unlessUnreadable<T>(
  { logger, meters }: Pick<WorkerContext, 'logger' | 'meters'>,
  { activity, meetingId }: { activity: string; meetingId: string },
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SchemaValidationError)) throw error;
    logger.error({ err: error, meetingId }, 'left an unreadable row out of an email');
    meters.countFailure(activity, 'core', null, 'unexpected');
    return null;
  }
}
