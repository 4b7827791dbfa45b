import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import * as z from 'zod';
import type { Limit } from '#api/config.ts';
import { rateLimited } from '#api/errors.ts';
import type { RedisConnection } from '#api/redis.ts';

type LimitOptions = {
  /** Requests under one name are counted together. */
  name: string;
  limit: Limit;
  /** `user` counts visitors by address. */
  by: 'address' | 'user';
  /** What is refused does nothing, and is often asked for again in a better way. */
  isRefusalFree?: boolean;
};

/** Counts in Redis, so that all processes count together. With Redis out of reach the request is refused (503), never let through. */
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
    // Which proxies are believed is our own setting (TRUST_PROXY); a header from anybody else is passed over, not an error.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    handler: (request, _response, next) => {
      const { limit, remaining, resetTime } = rateLimitInfo.parse(Reflect.get(request, 'rateLimit'));
      const retryAfter = Math.max(1, Math.ceil((resetTime.getTime() - Date.now()) / 1000));
      next(rateLimited({ retryAfter, limit, remaining, reset: Math.ceil(resetTime.getTime() / 1000) }));
    },
  });
}

/** A whole IPv6 /64 counts as one: that is what one customer gets. */
export function addressKey(request: Request): string {
  return ipKeyGenerator(request.ip ?? '', 64);
}

function userKey(request: Request): string {
  const { access } = request;
  // Counted apart: what a tool does must not lock its owner out.
  if (access && 'scopes' in access) return `tool:${access.userId}`;
  const userId = access === undefined ? request.session.userId : access?.userId;
  return userId ? `user:${userId}` : addressKey(request);
}

/** Where the library leaves its count. */
const rateLimitInfo = z.object({ limit: z.number(), remaining: z.number(), resetTime: z.date() });

type Value = boolean | number | string;
type Reply = Value | Value[];

/**
 * The store loads its script when it is built and remembers a failure for good. So that the API can start while Redis is down, loading is done here:
 * by hash where Redis knows the script, in full where it does not (also after a restart of Redis).
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
