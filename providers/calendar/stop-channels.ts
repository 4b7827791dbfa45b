import type { CalendarProvider, ChannelKey } from './provider.ts';

/**
 * Ends channels of an account that is being let go, with the last refresh token of it; before that is revoked.
 *
 * @throws VendorError for the first that could not be ended; it runs out by itself within a week, and its notices lead nowhere
 */
export async function stopChannels(
  provider: CalendarProvider,
  refreshToken: string,
  channels: readonly ChannelKey[],
): Promise<void> {
  if (channels.length === 0) return;
  const { accessToken } = await provider.refresh(refreshToken);
  for (const channel of channels) await provider.channels.close(accessToken, channel);
}
