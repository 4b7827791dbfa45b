import { setCurrentDetails } from '@temporalio/workflow';
import type { MessageOutcome } from '#workers/activities/channel.ts';
import { deliverChannelMessage } from './deliver-channel-message.ts';
import type { SendChannelMessageInput } from './names.ts';

/** The briefing also arrives by email, so a later message is useless. */
const GIVE_UP_AFTER_MS = 60 * 60_000;

/** Sends one message to Slack or Teams, at most once. */
export async function sendChannelMessage({ messageId }: SendChannelMessageInput): Promise<void> {
  setCurrentDetails('**Sending.** Retried until the channel accepts it, for at most an hour.');
  setCurrentDetails(DETAILS[await deliverChannelMessage(messageId, GIVE_UP_AFTER_MS)]);
}

const DETAILS: Record<MessageOutcome, string> = {
  delivered: '**Delivered.**',
  unknown:
    '**Unknown.** The message may or may not have arrived; it won’t be sent again. Its row in `channel_messages` is `unknown`.',
  failed: '**Failed.** The channel did not accept the message. See its row in `channel_messages`.',
  withdrawn: '**Not sent.** The briefing was outdated before it could be posted.',
  gone: '**Not sent.** The channel or its account is gone.',
};
