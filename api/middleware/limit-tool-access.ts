import type { RequestHandler } from 'express';
import type { ApiContext } from '#api/context.ts';
import { createRateLimit } from './rate-limit.ts';

/** Creates a shared limit for adding access tokens, webhooks and channels, since each emails the owner. */
export function limitToolAccess({ redis, config }: Pick<ApiContext, 'redis' | 'config'>): RequestHandler {
  return createRateLimit(redis, { name: 'tool-access', limit: config.limits.mail, by: 'user', isRefusalFree: true });
}
