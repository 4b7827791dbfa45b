import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Limit } from './config.ts';
import type { ApiContext } from './context.ts';
import { type ApiError, rateLimited } from './errors.ts';
import { type Account, findKnownBrowser } from './known-browser.ts';
import type { RedisConnection } from './redis.ts';

/** Limit shared by an account's known browsers, as a multiple of one browser's limit. */
const BROWSERS = 3;

/**
 * `undo` uncounts an attempt that succeeded or was not checked; `refusal` is the 429 to respond with once the limit
 * is exceeded.
 */
type Attempt = { undo: () => Promise<void> } | { refusal: ApiError };

/**
 * Limits failed attempts per account or other key, whether or not an account exists. An attempt counts when it starts,
 * so that concurrent ones cannot exceed the limit.
 *
 * @param key For example, the address signing in.
 */
export async function countSignInTry(redis: RedisConnection, limit: Limit, key: string): Promise<Attempt> {
  if (!limit) return { undo: async () => {} };
  const counter = counterOf(key);
  const [tries, , secondsLeft] = await redis
    .multi()
    .incr(counter)
    .expire(counter, limit.windowS, 'NX')
    .ttl(counter)
    .execTyped();
  if (tries > limit.max) {
    const retryAfter = Math.max(1, secondsLeft);
    const reset = Math.ceil(Date.now() / 1000) + retryAfter;
    return { refusal: rateLimited({ retryAfter, limit: limit.max, remaining: 0, reset }) };
  }
  return {
    undo: async () => {
      await redis.decr(counter);
    },
  };
}

/**
 * Limits wrong passwords for an address.
 *
 * @param account Null if the address has none.
 */
export async function countPasswordTry(
  context: ApiContext,
  request: Request,
  { account, email }: { account: Account | null; email: string },
): Promise<Attempt> {
  return await countAccountTry(context, request, { account, key: email });
}

/**
 * Limits failed attempts at an account's second factor. An authenticator app's codes have only six digits, so all
 * browsers in which the factor was never verified also share a long-term limit on them: someone with the password or
 * access to the mailbox must not be able to keep guessing for months.
 */
export async function countFactorTry(
  context: ApiContext,
  request: Request,
  account: Account,
  { isAppCode = false } = {},
): Promise<Attempt> {
  const recent = await countAccountTry(context, request, { account, key: factorKey(account.userId) });
  const isLongLimited = isAppCode && !findKnownBrowser(context, request, account)?.isFactorGiven;
  if ('refusal' in recent || !isLongLimited) return recent;
  const long = await countSignInTry(context.redis, context.config.limits.appCode, appCodeKey(account.userId));
  if ('refusal' in long) {
    await recent.undo(); // shared with recovery codes and passkeys, which can still be used
    return long;
  }
  return {
    undo: async () => {
      await Promise.all([recent.undo(), long.undo()]);
    },
  };
}

/**
 * Counts an attempt under a key of the account. A browser known to the account has a limit of its own: strangers, with
 * or without the password, can use up the account's limit, which must not lock out the owner. All known browsers also
 * share a limit, because each sign-in makes a browser known.
 */
async function countAccountTry(
  context: ApiContext,
  request: Request,
  { account, key }: { account: Account | null; key: string },
): Promise<Attempt> {
  const { redis, config } = context;
  const limit = config.limits.account;
  const browser = account && findKnownBrowser(context, request, account);
  if (browser === null) return await countSignInTry(redis, limit, key);
  const own = await countSignInTry(redis, limit, `browser:${browser.id}:${key}`);
  if ('refusal' in own) return own;
  const shared = await countSignInTry(redis, limit && { ...limit, max: BROWSERS * limit.max }, sharedKey(key));
  if ('refusal' in shared) {
    await own.undo(); // refused because of other browsers' attempts
    return shared;
  }
  return {
    undo: async () => {
      await Promise.all([own.undo(), shared.undo()]);
    },
  };
}

/**
 * Resets the counts of wrong passwords and second factors, once someone who reads the owner's mail has set a new
 * password. Keeps the long-term count of app codes: that person must not be able to reset it at will.
 */
export async function clearTries(
  { redis }: ApiContext,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const counters = [email, factorKey(userId)].flatMap((key) => [counterOf(key), counterOf(sharedKey(key))]);
  await redis.del(counters);
}

const sharedKey = (key: string) => `browsers:${key}`;

const factorKey = (userId: string) => `factor:${userId}`;

const appCodeKey = (userId: string) => `app-code:${userId}`;

const counterOf = (key: string) => `limit:account:${createHash('sha256').update(key).digest('base64url')}`;
