import * as z from 'zod';
import type { CalendarChannels } from '#providers/calendar/provider.ts';
import { isNotFound } from './errors.ts';
import type { Graph } from './graph.ts';

/** Graph limits Outlook subscriptions to just under seven days. */
const LIFETIME_MS = 6 * 86_400_000;

const graphSubscription = z.object({
  id: z.string(),
  expirationDateTime: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});

/**
 * Manages Graph's change notification subscriptions. Renewing one also satisfies Graph's occasional
 * reauthorization requests.
 */
export function createMicrosoftChannels(graph: Graph): CalendarChannels {
  return {
    async open(accessToken, { calendarId, isPrimary, address, token }, signal) {
      const resource = isPrimary ? '/me/events' : `/me/calendars/${encodeURIComponent(calendarId)}/events`;
      const subscription = await graph.post(graphSubscription, {
        accessToken,
        signal,
        path: '/subscriptions',
        body: {
          changeType: 'created,updated,deleted',
          resource,
          notificationUrl: address,
          lifecycleNotificationUrl: address,
          clientState: token,
          expirationDateTime: endOfLife(),
        },
      });
      return { channelId: subscription.id, resourceId: null, expiresAt: subscription.expirationDateTime };
    },

    async renew(accessToken, { channelId }, signal) {
      try {
        const { expirationDateTime } = await graph.patch(graphSubscription, {
          accessToken,
          signal,
          path: pathOf(channelId),
          body: { expirationDateTime: endOfLife() },
        });
        return expirationDateTime;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },

    async close(accessToken, { channelId }, signal) {
      try {
        await graph.delete({ accessToken, signal, path: pathOf(channelId) });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  };
}

const endOfLife = () => new Date(Date.now() + LIFETIME_MS).toISOString();
const pathOf = (channelId: string) => `/subscriptions/${encodeURIComponent(channelId)}`;
