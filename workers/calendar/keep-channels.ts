import { createToken, hashToken } from '#db/link-token.ts';
import {
  type ChannelRow,
  deferChannel,
  deleteChannel,
  insertChannel,
  listChannelCandidates,
  listChannels,
  updateChannelExpiry,
} from '#db/queries/calendar-channels.ts';
import type { CalendarRow } from '#db/queries/calendars.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import { GrantRevokedError, RateLimitedError, VendorError, VendorUnavailableError } from '#providers/errors.ts';
import type { WorkerContext } from '#workers/context.ts';
import type { AccessTokenSource } from './access-token.ts';

type Channels = {
  provider: CalendarProvider;
  tokens: AccessTokenSource;
  integrationId: string;
  signal: AbortSignal;
  /** Called before work on each channel. */
  onStep: () => void;
};

/** Minutes before retrying a vendor that refused or was unreachable. */
const RETRY_MINUTES = { refused: 360, unreachable: 15 };

/**
 * Keeps a push channel open for each synced calendar: opens missing ones, renews after half their lifetime, closes
 * unneeded ones. Runs before the calendars are read, so that every change after the read is reported. A vendor that
 * refuses is left alone for hours; polling continues regardless.
 */
export async function keepChannels(
  context: WorkerContext,
  channels: Channels,
  calendars: readonly CalendarRow[],
): Promise<void> {
  const address = context.noticeUrls[channels.provider.provider];
  if (address === undefined) return;
  const open = await listChannels(context.pool, channels.integrationId);
  const candidates = new Set(await listChannelCandidates(context.pool, channels.integrationId));
  for (const calendar of calendars) {
    const [newest, ...older] = open.filter(({ calendarId }) => calendarId === calendar.id);
    for (const channel of older) await attempt(calendar.id, () => close(context, channels, channel));
    if (newest && !newest.isDue) continue;
    if (!candidates.has(calendar.id)) continue;
    await attempt(calendar.id, async () => {
      if (newest && (await renew(context, channels, newest))) return;
      await openChannel(context, channels, calendar, address);
      // The old and new channels overlap: better to hear of a change twice than never.
      if (newest) await close(context, channels, newest);
    });
  }
  const followed = new Set(calendars.map(({ id }) => id));
  for (const channel of open.filter(({ calendarId }) => !followed.has(calendarId))) {
    await attempt(channel.calendarId, () => close(context, channels, channel));
  }

  /** Runs a step for one channel. If the vendor fails, the sync continues, unless the grant was revoked. */
  async function attempt(calendarId: string, step: () => Promise<void>): Promise<void> {
    channels.onStep();
    try {
      await step();
    } catch (error) {
      if (!(error instanceof VendorError) || error instanceof GrantRevokedError) throw error;
      context.logger.warn({ err: error, calendarId }, 'failed to maintain a push channel; polling continues');
      const isRefusal = !(error instanceof VendorUnavailableError || error instanceof RateLimitedError);
      await deferChannel(context.pool, calendarId, RETRY_MINUTES[isRefusal ? 'refused' : 'unreachable']);
    }
  }
}

async function openChannel(
  { pool }: WorkerContext,
  { provider, tokens, signal }: Channels,
  { id: calendarId, providerCalendarId, isPrimary }: CalendarRow,
  address: string,
): Promise<void> {
  const token = createToken();
  const wish = { calendarId: providerCalendarId, isPrimary, address, token };
  const opened = await tokens.use((accessToken) => provider.channels.open(accessToken, wish, signal));
  await insertChannel(pool, { ...opened, provider: provider.provider, calendarId, tokenHash: hashToken(token) });
}

/** Returns false if the vendor cannot renew channels or no longer knows this one. */
async function renew(
  { pool }: WorkerContext,
  { provider, tokens, signal }: Channels,
  channel: ChannelRow,
): Promise<boolean> {
  const { renew: renewAtVendor } = provider.channels;
  if (renewAtVendor === null) return false;
  const expiresAt = await tokens.use((accessToken) => renewAtVendor(accessToken, channel, signal));
  if (expiresAt === null) return false;
  await updateChannelExpiry(pool, provider.provider, channel.channelId, expiresAt);
  return true;
}

/** Closes a channel. Our row is deleted first, so that late notifications are rejected. */
async function close({ pool }: WorkerContext, { provider, tokens, signal }: Channels, channel: ChannelRow) {
  await deleteChannel(pool, provider.provider, channel.channelId);
  await tokens.use((accessToken) => provider.channels.close(accessToken, channel, signal));
}
