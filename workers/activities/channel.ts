import { type ChannelMessage, lockChannelMessage } from '#db/queries/channel-messages.ts';
import { channelOwner, stopChannel } from '#db/queries/channels.ts';
import {
  closeDelivery,
  type DeliveryTable,
  markDelivered,
  markDeliverySending,
  requeueDelivery,
} from '#db/queries/delivery-states.ts';
import { findEmail } from '#db/queries/emails.ts';
import type { Transaction } from '#db/sql.ts';
import type { OutgoingChatMessage } from '#providers/chat/provider.ts';
import { ChatRefusedError, fitsChannel } from '#providers/chat/sender.ts';
import { OutcomeUnknownError, VendorError } from '#providers/errors.ts';
import { findOutdated, withCurrentData } from '#workers/briefings/current-mail.ts';
import { readTestBriefing } from '#workers/briefings/read-test-briefing.ts';
import { renderChatMessage } from '#workers/chat/render-chat-message.ts';
import type { WorkerContext } from '#workers/context.ts';
import { readerOf } from '#workers/emails/reader.ts';
import { guard } from './failure.ts';
import { queueStoppedMail } from './queue-stopped-mail.ts';
import { settleDelivery } from './settle-delivery.ts';

const TABLE: DeliveryTable = 'channel_messages';

/**
 * `unknown`: the message may or may not have arrived, so it is not sent again. `withdrawn`: its briefing was outdated
 * before it was sent. `gone`: the channel or its account no longer exists.
 */
export type MessageOutcome = 'delivered' | 'unknown' | 'failed' | 'withdrawn' | 'gone';

/** Posts briefings to channels. As with emails, a row goes queued -> sending (committed) -> vendor -> delivered. */
export function createChannelActivities(context: WorkerContext) {
  const { pool, chat, encryption, logger, meters } = context;

  return {
    async postToChannel({ messageId }: { messageId: string }): Promise<{ outcome: MessageOutcome }> {
      return await guard(logger, async () => {
        const start = await pool.transaction((transaction) => startSending(transaction, messageId));
        return 'outcome' in start ? start : await deliver(start);
      });
    },

    /** Closes a message that could not be delivered in time. */
    async giveUpMessage({ messageId }: { messageId: string }): Promise<{ outcome: MessageOutcome }> {
      return await guard(
        logger,
        async () =>
          await pool.transaction(async (transaction) => {
            const message = await lockChannelMessage(transaction, messageId);
            if (!message) return { outcome: 'gone' };
            const settled = await settleDelivery(transaction, TABLE, message);
            if (settled !== null) return { outcome: settled };
            await closeDelivery(transaction, TABLE, messageId, { as: 'failed' });
            return { outcome: 'failed' };
          }),
      );
    },
  };

  /**
   * Marks the message as `sending` and returns it, or returns the outcome if it should not be sent. If this throws,
   * nothing was sent and the message stays queued.
   */
  async function startSending(
    transaction: Transaction,
    messageId: string,
  ): Promise<{ row: ChannelMessage; outgoing: OutgoingChatMessage } | { outcome: MessageOutcome }> {
    const row = await lockChannelMessage(transaction, messageId);
    if (!row) return { outcome: 'gone' };
    const settled = await settleDelivery(transaction, TABLE, row);
    if (settled !== null) return { outcome: settled };
    const { channelId, address, kind } = row;
    const isOff = row.isOwnerDisabled || (!row.isEnabled && !row.isTest);
    if (channelId === null || address === null || isOff) {
      await closeDelivery(transaction, TABLE, messageId, { as: 'failed', error: 'stopped' });
      return { outcome: row.isOwnerDisabled ? 'gone' : 'failed' };
    }
    const email = await readEmail(transaction, row);
    if (email === null) {
      await closeDelivery(transaction, TABLE, messageId, { as: 'withdrawn' });
      return { outcome: 'withdrawn' };
    }
    const message = renderChatMessage(email, context.settings, (each) => fitsChannel(kind, each));
    await markDeliverySending(transaction, TABLE, messageId);
    return { row, outgoing: { kind, address: encryption.decrypt(address, channelOwner(channelId)), message } };
  }

  /** Returns the email's current content; null if it would not be sent. */
  async function readEmail(transaction: Transaction, { isTest, userId, emailId, reader }: ChannelMessage) {
    if (isTest) {
      const { say } = readerOf(reader ?? undefined);
      const data = await readTestBriefing(transaction, context, { userId, say });
      return { kind: 'test-briefing' as const, data, reader };
    }
    const email = emailId === null ? null : await findEmail(transaction, emailId);
    if (!email) return null;
    const { outdated, isAll } = await findOutdated(transaction, email.id);
    return isAll ? null : await withCurrentData(transaction, context, email, outdated);
  }

  async function deliver({
    row: { id, channelId, isTest },
    outgoing,
  }: {
    row: ChannelMessage;
    outgoing: OutgoingChatMessage;
  }): Promise<{ outcome: MessageOutcome }> {
    try {
      const status = await chat.send(outgoing);
      await markDelivered(pool, TABLE, id, status);
      return { outcome: 'delivered' };
    } catch (error) {
      if (error instanceof OutcomeUnknownError) {
        logger.error(
          { err: error, messageId: id },
          'a channel message may or may not have arrived; not sending it again',
        );
        meters.countFailure('postToChannel', 'chat', null, error.code);
        await closeDelivery(pool, TABLE, id, { as: 'unknown', error: 'outcome_unknown' });
        return { outcome: 'unknown' };
      }
      // Any other error leaves the message `sending`, as a crash would.
      if (!(error instanceof VendorError)) throw error;
      const refusal = error instanceof ChatRefusedError ? error : null;
      // A user is waiting for the result of a test and can retry it.
      if (refusal === null && !isTest) {
        await requeueDelivery(pool, TABLE, id, { error: error.code });
        throw error;
      }
      await pool.transaction(async (transaction) => {
        await closeDelivery(transaction, TABLE, id, {
          as: 'failed',
          error: error.code,
          status: refusal?.status ?? null,
        });
        if (refusal?.code === 'gone' && channelId !== null) await stop(transaction, channelId);
      });
      return { outcome: 'failed' };
    }
  }
}

async function stop(transaction: Transaction, channelId: string): Promise<void> {
  const stopped = await stopChannel(transaction, channelId);
  if (stopped) await queueStoppedMail(transaction, stopped, { change: 'channel-stopped', channel: stopped.kind });
}
