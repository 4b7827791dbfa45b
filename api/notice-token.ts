import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '#db/link-token.ts';

/** Whether a notice brought the token of its channel; takes the same time whatever is wrong with it. */
export function isTokenOf(channel: { tokenHash: Buffer }, token: string): boolean {
  return timingSafeEqual(hashToken(token), channel.tokenHash);
}
