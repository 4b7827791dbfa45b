import { type Request, Router } from 'express';
import type { DatabasePool } from 'slonik';
import { isChannelToken } from '#api/channel-token.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { createWebhookLine } from '#api/webhook-line.ts';
import { receiveGoogleNotice } from '#contract/webhooks.ts';
import { findNoticeChannel } from '#db/queries/calendar-channels.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

/**
 * Receives Google's notifications. They report changes without their content, so each requests a sync. Notifications
 * for closed or made-up channels get a 404. The response follows the commit. Anyone can post here, and no rate limit
 * applies: notifications wait in a short line and are checked in turn (createWebhookLine), which costs one read each.
 */
export function googleWebhookRoute({ pool }: ApiContext): Router {
  const enter = createWebhookLine(0);
  return Router().post(receiveGoogleNotice.path, async (request, response) => {
    const channel = await enter(request, response).prove(() => findGenuineChannel(pool, request));
    if (!channel) throw notFound();
    // `sync` confirms a new channel; the sync that opened it reads all earlier changes.
    if (channel.isFollowed && request.get('x-goog-resource-state') !== 'sync') {
      const { userId } = channel;
      await pool.transaction((transaction) =>
        insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider: 'google', signal: 'sync' }]),
      );
    }
    response.status(204).end();
  });
}

async function findGenuineChannel(pool: DatabasePool, request: Request) {
  const channel = await findNoticeChannel(pool, 'google', request.get('x-goog-channel-id') ?? '');
  const isGenuine =
    channel !== null &&
    isChannelToken(channel, request.get('x-goog-channel-token') ?? '') &&
    channel.resourceId === request.get('x-goog-resource-id');
  return isGenuine ? channel : null;
}
