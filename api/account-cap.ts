import { createHash } from 'node:crypto';
import type { Limit } from './config.ts';
import { type ApiError, rateLimited } from './errors.ts';
import type { RedisConnection } from './redis.ts';

/**
 * Caps wrong passwords for one account from wherever they come, known address or not. A try counts from its beginning, so that many at once cannot
 * slip past the count; a right password takes its own try back.
 *
 * @returns the 429 to answer with when the account has had its tries for the window
 */
export async function countSignInTry(
  redis: RedisConnection,
  limit: Limit,
  email: string,
): Promise<{ undo: () => Promise<void> } | { refusal: ApiError }> {
  if (!limit) return { undo: async () => {} };
  const key = `limit:account:${createHash('sha256').update(email).digest('base64url')}`;
  const [tries, , secondsLeft] = await redis.multi().incr(key).expire(key, limit.windowS, 'NX').ttl(key).execTyped();
  if (tries > limit.max) {
    const retryAfter = Math.max(1, secondsLeft);
    const reset = Math.ceil(Date.now() / 1000) + retryAfter;
    return { refusal: rateLimited({ retryAfter, limit: limit.max, remaining: 0, reset }) };
  }
  return {
    undo: async () => {
      await redis.decr(key);
    },
  };
}
