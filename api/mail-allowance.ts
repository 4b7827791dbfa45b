import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { ApiContext } from './context.ts';
import { addressKey } from './middleware/rate-limit.ts';

/**
 * Whether a mail that anyone can trigger may be sent: sign-up, reset, verification, newsletter and change of address
 * share a limit. Counts requests whether or not the address has an account, and the caller answers the same either
 * way, so a refusal reveals nothing.
 */
export async function takeMailAllowance(context: ApiContext, request: Request, email: string): Promise<boolean> {
  const recipient = createHash('sha256').update(email).digest('base64url');
  return (await isNewSourceAllowed(context, addressKey(request), recipient)) && (await countMail(context, recipient));
}

/** Limits recipients per hour from one IP address or IPv6 /64. */
async function isNewSourceAllowed({ redis, config }: ApiContext, source: string, recipient: string): Promise<boolean> {
  const limit = config.limits.mailSource;
  if (!limit) return true;
  const key = `limit:mail-source:${source}`;
  const [isNew, , recipients] = await redis
    .multi()
    .sAdd(key, recipient)
    .expire(key, limit.windowS, 'NX')
    .sCard(key)
    .execTyped();
  if (recipients <= limit.max || isNew === 0) return true;
  await redis.sRem(key, recipient);
  return false;
}

/** A mail refused by a shorter window does not count towards a longer one. */
async function countMail({ redis, config }: ApiContext, recipient: string): Promise<boolean> {
  for (const { max, windowS } of config.limits.mailRecipient) {
    const key = `limit:mail-recipient:${windowS}:${recipient}`;
    const [mails] = await redis.multi().incr(key).expire(key, windowS, 'NX').execTyped();
    if (mails > max) return false;
  }
  return true;
}
