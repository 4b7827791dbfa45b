import { promisify } from 'node:util';
import express, { Router } from 'express';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { isChannelToken } from '#api/channel-token.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest, notFound } from '#api/errors.ts';
import { parse } from '#api/http.ts';
import { createWebhookLine } from '#api/webhook-line.ts';
import { receiveMicrosoftNotice } from '#contract/webhooks.ts';
import { deleteChannel, listNoticeChannels, markChannelDue } from '#db/queries/calendar-channels.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import type { Transaction } from '#db/sql.ts';

const MOST_BYTES = 2 ** 20;

const notice = z.object({
  subscriptionId: z.string().regex(/^[\w-]{1,128}$/),
  clientState: z.string().nullish(),
  lifecycleEvent: z.string().nullish(),
});
const batch = z.object({ value: z.array(notice).min(1).max(1000) });

/**
 * Receives notifications from Microsoft Graph, which validates the URL when a subscription is created, then posts
 * batches and repeats those without a response; responses follow the commit. Anyone can post here, and no rate limit
 * applies: a batch costs one read, plus a transaction only if it is for existing subscriptions. Batches join a
 * short line before they are received and are checked in turn afterwards (createWebhookLine).
 */
export function microsoftWebhookRoute({ pool, microsoft }: ApiContext): Router {
  const readBytes = promisify(express.raw({ limit: MOST_BYTES, type: 'application/json' }));
  const enter = createWebhookLine(MOST_BYTES);
  return Router().post(receiveMicrosoftNotice.path, async (request, response) => {
    // Nothing is read from a vendor this installation does not use.
    if (!microsoft) throw notFound();
    const { validationToken } = parse(receiveMicrosoftNotice.query, request.query);
    if (validationToken !== undefined) {
      response.type('text/plain').send(validationToken);
      return;
    }
    const call = enter(request, response);
    await readBytes(request, response);
    const known = await call.prove(() => findKnown(pool, request.body));
    if (known) await takeNotices(pool, known);
    response.status(202).end();
  });
}

type Known = { item: z.infer<typeof notice>; channel: Awaited<ReturnType<typeof listNoticeChannels>>[number] };

/**
 * Returns the notifications for existing subscriptions; null if there are none.
 *
 * @throws 400 if one lacks its subscription's `clientState`
 */
async function findKnown(pool: DatabasePool, bytes: unknown): Promise<Known[] | null> {
  const notices = readBatch(bytes);
  const ids = notices.map(({ subscriptionId }) => subscriptionId);
  const channels = new Map(
    (await listNoticeChannels(pool, 'microsoft', ids)).map((channel) => [channel.channelId, channel]),
  );
  const known = notices.flatMap((item) => {
    const channel = channels.get(item.subscriptionId);
    return channel ? [{ item, channel }] : [];
  });
  if (known.some(({ item, channel }) => !isChannelToken(channel, item.clientState ?? ''))) {
    throw badRequest('The client state is not valid.');
  }
  return known.length > 0 ? known : null;
}

async function takeNotices(pool: DatabasePool, known: Known[]): Promise<void> {
  await pool.transaction(async (transaction) => {
    const users = new Set<string>();
    for (const { item, channel } of known) {
      await applyLifecycle(transaction, item);
      if (channel.isFollowed) users.add(channel.userId);
    }
    await insertOutboxMessages(
      transaction,
      [...users].map((userId) => ({ workflow: 'calendar-sync', userId, provider: 'microsoft', signal: 'sync' })),
    );
  });
}

function readBatch(bytes: unknown): z.infer<typeof batch>['value'] {
  const body = batch.safeParse(Buffer.isBuffer(bytes) ? readJson(bytes) : undefined);
  if (!body.success) throw badRequest('This is not a notification.');
  return body.data.value;
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw badRequest('This is not JSON.');
  }
}

/** Marks a subscription as due for renewal, or deletes it; the next sync renews or replaces it. */
async function applyLifecycle(
  transaction: Transaction,
  { subscriptionId, lifecycleEvent }: z.infer<typeof notice>,
): Promise<void> {
  if (lifecycleEvent === 'reauthorizationRequired') await markChannelDue(transaction, 'microsoft', subscriptionId);
  if (lifecycleEvent === 'subscriptionRemoved') await deleteChannel(transaction, 'microsoft', subscriptionId);
}
