import { createHash } from 'node:crypto';
import type { Limit } from './config.ts';
import { type ApiError, rateLimited } from './errors.ts';
import type { RedisConnection } from './redis.ts';

/**
 * Limits failed attempts per account or other key, whether or not an account exists. An attempt counts when it starts,
 * so that concurrent ones cannot exceed the limit; `undo` uncounts a successful one.
 *
 * @param email The key to count under, such as the address signing in.
 * @returns `undo`, or the 429 to respond with once the limit is reached
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
