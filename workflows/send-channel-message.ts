import { setCurrentDetails } from '@temporalio/workflow';
import type { MessageOutcome } from '#workers/activities/channel.ts';
import { deliverChannelMessage } from './deliver-channel-message.ts';
import type { SendChannelMessageInput } from './names.ts';

/** The mail has the briefing as well: later than this nobody misses the message. */
const GIVE_UP_AFTER_MS = 60 * 60_000;

/** Sends one message to Slack or Teams, once. */
export async function sendChannelMessage({ messageId }: SendChannelMessageInput): Promise<void> {
  setCurrentDetails('**Sending.** Tried again until the channel takes it; given up after an hour.');
  setCurrentDetails(DETAILS[await deliverChannelMessage(messageId, GIVE_UP_AFTER_MS)]);
}

const DETAILS: Record<MessageOutcome, string> = {
  delivered: '**Delivered.**',
  unknown:
    '**Unknown.** The message may or may not have arrived; it is never sent twice. Its row in `channel_messages` says `unknown`.',
  failed: '**Failed.** The channel did not take the message. Its row in `channel_messages` says why.',
  withdrawn: '**Not sent.** The briefing was outdated before it could leave.',
  gone: '**Not sent.** The channel or its account is gone.',
};
