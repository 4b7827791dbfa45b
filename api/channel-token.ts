import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '#db/link-token.ts';

/** Returns whether a notification contains its channel's token, compared in constant time. */
export function isChannelToken(channel: { tokenHash: Buffer }, token: string): boolean {
  return timingSafeEqual(hashToken(token), channel.tokenHash);
}
