import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { ApiError, notFound } from '#sandbox/google/errors.ts';
import type { Channel } from '#sandbox/google/state.ts';

const longestLifetimeMs = 7 * 86_400_000;

export type WatchInput = { id: string; address: string; token?: string | undefined; expiration?: number | undefined };

/**
 * Opens a push channel on a calendar's events and sends its `sync` message. The channel expires after at most a week by
 * the vendor's clock.
 */
export function openChannel(context: GoogleContext, calendarId: string, sub: string, input: WatchInput): Channel {
  const { state, clock } = context;
  if (state.channels.some((channel) => channel.id === input.id)) {
    throw new ApiError(400, 'channelIdNotUnique', `Channel id ${input.id} not unique`);
  }
  const latest = clock.now().getTime() + longestLifetimeMs;
  const channel = {
    id: input.id,
    resourceId: resourceIdOf(calendarId),
    calendarId,
    sub,
    address: input.address,
    ...(input.token !== undefined && { token: input.token }),
    expiresAtMs: Math.min(input.expiration ?? latest, latest),
    messages: 0,
  };
  state.channels.push(channel);
  push(context, channel, 'sync');
  context.save();
  return channel;
}

/** Stops a channel of this account; 404 for any other. */
export function stopChannel(context: GoogleContext, sub: string, id: string, resourceId: string): void {
  const { state } = context;
  const channel = state.channels.find((open) => open.id === id && open.resourceId === resourceId && open.sub === sub);
  if (!channel) throw notFound();
  state.channels = state.channels.filter((open) => open !== channel);
  context.save();
}

/** Notifies all live channels of a calendar about a change. */
export function notifyChannels(context: GoogleContext, calendarId: string): void {
  dropExpired(context);
  for (const channel of context.state.channels) {
    if (channel.calendarId === calendarId) push(context, channel, 'exists');
  }
}

export function dropExpired({ state, clock }: GoogleContext): void {
  const nowMs = clock.now().getTime();
  state.channels = state.channels.filter((channel) => channel.expiresAtMs > nowMs);
}

/**
 * Sends one POST without a body, best effort like Google: up to three retries for 500, 502, 503 and 504, none if the
 * receiver is unreachable.
 */
function push(context: GoogleContext, channel: Channel, resourceState: 'sync' | 'exists'): void {
  channel.messages += 1;
  const headers = {
    'user-agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google)',
    'x-goog-channel-id': channel.id,
    'x-goog-channel-expiration': new Date(channel.expiresAtMs).toUTCString(),
    'x-goog-message-number': String(channel.messages),
    'x-goog-resource-id': channel.resourceId,
    'x-goog-resource-state': resourceState,
    'x-goog-resource-uri': `${context.baseUrl}/calendar/v3/calendars/${encodeURIComponent(channel.calendarId)}/events?alt=json`,
    ...(channel.token !== undefined && { 'x-goog-channel-token': channel.token }),
  };
  deliver(channel.address, headers).catch(() => undefined);
}

async function deliver(address: string, headers: Record<string, string>): Promise<void> {
  for (const waitMs of [1_000, 2_000, 4_000, undefined]) {
    const { status, body } = await fetch(address, { method: 'POST', headers, signal: AbortSignal.timeout(10_000) });
    await body?.cancel();
    if (![500, 502, 503, 504].includes(status) || waitMs === undefined) return;
    await sleep(waitMs, undefined, { ref: false });
  }
}

/** Returns an opaque resource id like Google's, the same for all channels on one calendar. */
function resourceIdOf(calendarId: string): string {
  return createHash('sha256').update(`events:${calendarId}`).digest('base64url').slice(0, 27);
}
