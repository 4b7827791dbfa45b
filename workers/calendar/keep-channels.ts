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
  /** Called before each step at the vendor. */
  onStep: () => void;
};

/** How long a vendor is not asked again: it refused, or was out of reach. */
const RETRY_MINUTES = { refused: 360, unreachable: 15 };

/**
 * Sees to it that the vendor tells of changes in each calendar that is followed: opens a channel where there is none, renews it after half of its life,
 * and ends those that are not needed. Comes before the calendars are read, so that whatever happens after the reading is told of. A vendor that refuses
 * is left alone for some hours; polling goes on whatever happens here.
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
      // The old and the new one overlap: a change in between is told of twice rather than never.
      if (newest) await close(context, channels, newest);
    });
  }
  const followed = new Set(calendars.map(({ id }) => id));
  for (const channel of open.filter(({ calendarId }) => !followed.has(calendarId))) {
    await attempt(channel.calendarId, () => close(context, channels, channel));
  }

  /** What a vendor refuses here is no failure of the sync; a grant that has ended is. */
  async function attempt(calendarId: string, step: () => Promise<void>): Promise<void> {
    channels.onStep();
    try {
      await step();
    } catch (error) {
      if (!(error instanceof VendorError) || error instanceof GrantRevokedError) throw error;
      context.logger.warn({ err: error, calendarId }, 'no push channel for now; the calendar is polled');
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

/** False where the vendor renews none, or has forgotten this one. */
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

/** Forgotten here first: what it still sends is a stranger's. */
async function close({ pool }: WorkerContext, { provider, tokens, signal }: Channels, channel: ChannelRow) {
  await deleteChannel(pool, provider.provider, channel.channelId);
  await tokens.use((accessToken) => provider.channels.close(accessToken, channel, signal));
}
