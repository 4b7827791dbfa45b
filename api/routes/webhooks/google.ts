import { Router } from 'express';
import { isChannelToken } from '#api/channel-token.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { receiveGoogleNotice } from '#contract/webhooks.ts';
import { findNoticeChannel } from '#db/queries/calendar-channels.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

/**
 * A push message says that something changed, not what, so the calendar is read. Messages for closed or made-up
 * channels get a 404. The answer follows the commit.
 */
export function googleWebhookRoute({ pool }: ApiContext): Router {
  return Router().post(receiveGoogleNotice.path, async (request, response) => {
    const channelId = request.get('x-goog-channel-id') ?? '';
    const channel = await findNoticeChannel(pool, 'google', channelId);
    const isGenuine =
      channel !== null &&
      isChannelToken(channel, request.get('x-goog-channel-token') ?? '') &&
      channel.resourceId === request.get('x-goog-resource-id');
    if (!isGenuine) throw notFound();
    // `sync` confirms a new channel; earlier changes are read by the sync that opened it.
    if (channel.isFollowed && request.get('x-goog-resource-state') !== 'sync') {
      const { userId } = channel;
      await pool.transaction((transaction) =>
        insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider: 'google', signal: 'sync' }]),
      );
    }
    response.status(204).end();
  });
}
