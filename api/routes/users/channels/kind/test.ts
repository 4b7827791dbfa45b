import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readBody, readParams } from '#api/http.ts';
import { createRateLimit } from '#api/middleware/rate-limit.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { testChannel } from '#contract/channels.ts';
import { insertTestMessage } from '#db/queries/channel-messages.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

export function channelTestRoute(context: ApiContext): Router {
  // Each test posts to a channel that others read.
  const limited = createRateLimit(context.redis, {
    name: 'channel-test',
    limit: context.config.limits.mail,
    by: 'user',
  });
  const guards = [requireUser(context), requireSubscription(context), limited];
  return Router().post(testChannel.path, ...guards, async (request, response) => {
    const { kind } = readParams(testChannel, request);
    readBody(testChannel, request);
    const { userId } = currentUser(request);
    const messageId = await context.pool.transaction(async (transaction) => {
      const inserted = await insertTestMessage(transaction, { userId, kind });
      if (inserted === null) throw notFound();
      await insertOutboxMessages(transaction, [{ workflow: 'channel-message', messageId: inserted, userId }]);
      return inserted;
    });
    answer(response, testChannel, { messageId });
  });
}
