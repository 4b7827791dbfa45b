import type { RequestHandler } from 'express';
import type { ApiContext } from '#api/context.ts';
import { createRateLimit } from './rate-limit.ts';

/** Of what lets other tools in or tells them something, tokens and webhooks together: each that is made mails its owner. */
export function limitToolAccess({ redis, config }: Pick<ApiContext, 'redis' | 'config'>): RequestHandler {
  return createRateLimit(redis, { name: 'tool-access', limit: config.limits.mail, by: 'user', isRefusalFree: true });
}
