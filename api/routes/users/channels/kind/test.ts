import { notFound } from '#api/errors.ts';
import { limitMailsByUser } from '#api/middleware/rate-limit.ts';
import { route } from '#api/route.ts';
import { testChannel } from '#contract/channels.ts';
import { insertTestMessage } from '#db/queries/channel-messages.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

export const channelTestRoute = route(
  testChannel,
  async ({ context, caller: { userId }, params: { kind } }) => {
    const messageId = await context.pool.transaction(async (transaction) => {
      const inserted = await insertTestMessage(transaction, { userId, kind });
      if (inserted === null) throw notFound();
      await insertOutboxMessages(transaction, [{ workflow: 'channel-message', messageId: inserted, userId }]);
      return inserted;
    });
    return { messageId };
  },
  // Each test posts to a channel that others read.
  (context) => [limitMailsByUser(context, 'channel-test')],
);
