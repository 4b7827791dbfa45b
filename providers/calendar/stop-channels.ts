import type { CalendarProvider, ChannelKey } from './provider.ts';

/**
 * Closes the channels of an account that is being disconnected. Call it before the refresh token is
 * revoked.
 *
 * @throws VendorError for the first that could not be closed; the rest then expire within a week, and
 * their notifications are ignored
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
