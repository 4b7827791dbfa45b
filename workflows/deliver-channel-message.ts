import { ActivityFailure, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { createChannelActivities, MessageOutcome } from '#workers/activities/channel.ts';
import { QUEUES } from './names.ts';

const { postToChannel, giveUpMessage } = proxyActivities<ReturnType<typeof createChannelActivities>>({
  taskQueue: QUEUES.chat,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * Posts a message, retrying until it is accepted or refused, for at most `giveUpAfterMs`. An attempt that never
 * returned is not repeated: the next one finds the message `sending` and closes it as `unknown`.
 */
export async function deliverChannelMessage(messageId: string, giveUpAfterMs: number): Promise<MessageOutcome> {
  try {
    const options = { scheduleToCloseTimeout: Math.max(1000, giveUpAfterMs), summary: 'Post the briefing' };
    const { outcome } = await postToChannel.executeWithOptions(options, [{ messageId }]);
    return outcome;
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    const { outcome } = await giveUpMessage.executeWithOptions({ summary: 'Give up on the message' }, [{ messageId }]);
    return outcome;
  }
}
