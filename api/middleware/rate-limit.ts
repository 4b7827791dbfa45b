import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import * as z from 'zod';
import type { Limit } from '#api/config.ts';
import type { ApiContext } from '#api/context.ts';
import { rateLimited } from '#api/errors.ts';
import type { RedisConnection } from '#api/redis.ts';

type LimitOptions = {
  /** Requests with the same name share a limit. */
  name: string;
  limit: Limit;
  /** `user` counts signed-in users by account, visitors by IP address. */
  by: 'address' | 'user';
  /** If set, refused requests do not count: they do nothing and are often corrected and repeated. */
  isRefusalFree?: boolean;
};

/** Limits requests, counted in Redis across all processes. Without Redis, they are refused (503), never let through. */
export function createRateLimit(
  redis: RedisConnection,
  { name, limit, by, isRefusalFree = false }: LimitOptions,
): RequestHandler {
  if (!limit) return (_request, _response, next) => next();
  return rateLimit({
    windowMs: limit.windowS * 1000,
    limit: limit.max,
    store: new RedisStore({ prefix: `limit:${name}:`, sendCommand: createScriptRunner(redis) }),
    keyGenerator: (request) => (by === 'user' ? userKey(request) : addressKey(request)),
    skipFailedRequests: isRefusalFree,
    standardHeaders: 'draft-8',
    legacyHeaders: true,
    identifier: name,
    passOnStoreError: false,
    // TRUST_PROXY decides which proxies are trusted; headers from others are ignored, not an error.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    handler: (request, _response, next) => {
      const { limit, remaining, resetTime } = rateLimitInfo.parse(Reflect.get(request, 'rateLimit'));
      const retryAfter = Math.max(1, Math.ceil((resetTime.getTime() - Date.now()) / 1000));
      next(rateLimited({ retryAfter, limit, remaining, reset: Math.ceil(resetTime.getTime() / 1000) }));
    },
  });
}

/** Creates a limit per user for calls that send mail or cost as much. Calls with the same name share it. */
export function limitMailsByUser({ redis, config }: ApiContext, name: string): RequestHandler {
  return createRateLimit(redis, { name, limit: config.limits.mail, by: 'user' });
}

/** Creates a shared limit for adding access tokens, webhooks and channels, since each emails the owner. */
export function limitToolAccess({ redis, config }: ApiContext): RequestHandler {
  return createRateLimit(redis, { name: 'tool-access', limit: config.limits.mail, by: 'user', isRefusalFree: true });
}

/**
 * Returns the key for a caller's address.
 *
 * @param ipv6Prefix Number of bits of an IPv6 address that count. By default 56: providers give each customer a /56 or
 *   a /48 (RIPE-690).
 */
export function addressKey(request: Request, ipv6Prefix = 56): string {
  return ipKeyGenerator(request.ip ?? '', ipv6Prefix);
}

/** Runs once the caller is known. */
function userKey(request: Request): string {
  const { access } = request;
  // An ended session is still in Redis. It must not use up the limit of the user who ended it.
  if (!access) return addressKey(request);
  // Counted separately, so that a tool cannot use up its owner's limit.
  if ('scopes' in access) return `tool:${access.userId}`;
  return `user:${access.userId}`;
}

/** The value the library stores in the request's `rateLimit` property. */
const rateLimitInfo = z.object({ limit: z.number(), remaining: z.number(), resetTime: z.date() });

type Value = boolean | number | string;
type Reply = Value | Value[];

/**
 * Returns a function that runs the store's commands. The store loads its scripts once and remembers a failure forever.
 * So that the API can start while Redis is down, this function keeps the scripts instead. It runs them by hash, or in
 * full if Redis does not know them, for example after a restart.
 */
function createScriptRunner(redis: RedisConnection) {
  const scripts = new Map<string, string>();
  return async (...command: string[]): Promise<Reply> => {
    const [name, argument = '', text = ''] = command;
    if (name === 'SCRIPT' && argument === 'LOAD') {
      const hash = createHash('sha1').update(text).digest('hex');
      scripts.set(hash, text);
      return hash;
    }
    try {
      return await redis.sendCommand<Reply>(command);
    } catch (error) {
      const script = scripts.get(argument);
      const isUnknown = error instanceof Error && error.message.startsWith('NOSCRIPT');
      if (name !== 'EVALSHA' || !isUnknown || script === undefined) throw error;
      return await redis.sendCommand<Reply>(['EVAL', script, ...command.slice(2)]);
    }
  };
}
