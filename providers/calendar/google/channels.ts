import { randomUUID } from 'node:crypto';
import type { OAuth2Client } from 'google-auth-library';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import type { CalendarChannels } from '#providers/calendar/provider.ts';
import { VendorUnavailableError } from '#providers/errors.ts';
import { statusOf, toCalendarError } from './errors.ts';

/**
 * Manages Google Calendar's push channels. They cannot be renewed (`renew` is null), so each is replaced
 * before it expires.
 */
export function createGoogleChannels(
  api: calendar_v3.Calendar,
  withToken: (accessToken: string, signal?: AbortSignal) => OAuth2Client,
): CalendarChannels {
  return {
    async open(accessToken, { calendarId, address, token }, signal) {
      const id = randomUUID();
      try {
        const { data } = await api.events.watch({
          auth: withToken(accessToken, signal),
          calendarId,
          requestBody: { id, type: 'web_hook', address, token },
        });
        const expiresAtMs = Number(data.expiration);
        if (!data.resourceId || !(expiresAtMs > 0)) throw new VendorUnavailableError();
        return { channelId: id, resourceId: data.resourceId, expiresAt: new Date(expiresAtMs) };
      } catch (error) {
        signal?.throwIfAborted();
        throw error instanceof VendorUnavailableError ? error : toCalendarError(error);
      }
    },

    renew: null,

    async close(accessToken, { channelId, resourceId }, signal) {
      try {
        await api.channels.stop({
          auth: withToken(accessToken, signal),
          requestBody: { id: channelId, resourceId },
        });
      } catch (error) {
        signal?.throwIfAborted();
        if (statusOf(error) !== 404) throw toCalendarError(error);
      }
    },
  };
}
