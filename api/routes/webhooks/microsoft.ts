import express, { Router } from 'express';
import * as z from 'zod';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { readQuery } from '#api/http.ts';
import { isTokenOf } from '#api/notice-token.ts';
import { receiveMicrosoftNotice } from '#contract/webhooks.ts';
import { deleteChannel, findNoticeChannel, markChannelDue } from '#db/queries/calendar-channels.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import type { Transaction } from '#db/sql.ts';

const BODY_LIMIT = '1mb';

const notice = z.object({
  subscriptionId: z.string().regex(/^[\w-]{1,128}$/),
  clientState: z.string().nullish(),
  lifecycleEvent: z.string().nullish(),
});
const batch = z.object({ value: z.array(notice).min(1).max(1000) });

/** Graph asks back once when a subscription is made, and then posts batches. The answer follows the commit, and Graph repeats what got none. */
export function microsoftWebhookRoute({ pool }: ApiContext): Router {
  const readJson = express.json({ limit: BODY_LIMIT });
  return Router().post(receiveMicrosoftNotice.path, readJson, async (request, response) => {
    const { validationToken } = readQuery(receiveMicrosoftNotice, request);
    if (validationToken !== undefined) {
      response.type('text/plain').send(validationToken);
      return;
    }
    const body = batch.safeParse(request.body);
    if (!body.success) throw badRequest('This is no notification.');
    await pool.transaction(async (transaction) => {
      const users = new Set<string>();
      for (const item of body.data.value) {
        const userId = await applyNotice(transaction, item);
        if (userId !== null) users.add(userId);
      }
      await insertOutboxMessages(
        transaction,
        [...users].map((userId) => ({ workflow: 'calendar-sync', userId, provider: 'microsoft', signal: 'sync' })),
      );
    });
    response.status(202).end();
  });
}

/**
 * Every notice leads to a sync, which also renews and replaces subscriptions. One of a subscription that is no more leads to nothing.
 *
 * @returns whose calendar is to be read
 * @throws 400 when the state is not the subscription's; nothing of the batch counts then
 */
async function applyNotice(
  transaction: Transaction,
  { subscriptionId, clientState, lifecycleEvent }: z.infer<typeof notice>,
): Promise<string | null> {
  const channel = await findNoticeChannel(transaction, 'microsoft', subscriptionId);
  if (!channel) return null;
  if (!isTokenOf(channel, clientState ?? '')) throw badRequest('The client state is not valid.');
  if (lifecycleEvent === 'reauthorizationRequired') await markChannelDue(transaction, 'microsoft', subscriptionId);
  if (lifecycleEvent === 'subscriptionRemoved') await deleteChannel(transaction, 'microsoft', subscriptionId);
  return channel.isFollowed ? channel.userId : null;
}
