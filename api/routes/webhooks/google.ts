import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { isTokenOf } from '#api/notice-token.ts';
import { receiveGoogleNotice } from '#contract/webhooks.ts';
import { findNoticeChannel } from '#db/queries/calendar-channels.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

/**
 * A notice says that something changed, not what: the calendar is read. A late notice of a channel that was stopped, and one that somebody made up,
 * are of a channel that is not there. The answer follows the commit.
 */
export function googleWebhookRoute({ pool }: ApiContext): Router {
  return Router().post(receiveGoogleNotice.path, async (request, response) => {
    const channelId = request.get('x-goog-channel-id') ?? '';
    const channel = await findNoticeChannel(pool, 'google', channelId);
    const isGenuine =
      channel !== null &&
      isTokenOf(channel, request.get('x-goog-channel-token') ?? '') &&
      channel.resourceId === request.get('x-goog-resource-id');
    if (!isGenuine) throw notFound();
    // `sync` greets a new channel; what happened before it is read by the sync that opened it.
    if (channel.isFollowed && request.get('x-goog-resource-state') !== 'sync') {
      const { userId } = channel;
      await pool.transaction((transaction) =>
        insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider: 'google', signal: 'sync' }]),
      );
    }
    response.status(204).end();
  });
}
