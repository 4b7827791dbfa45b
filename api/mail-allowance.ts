import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { ApiContext } from './context.ts';
import { addressKey } from './middleware/rate-limit.ts';

/**
 * Counts a mail that anyone can trigger and returns whether it may be sent: sign-up, password reset, verification,
 * newsletter, objection and address change share a limit. Counts whether or not the address has an account, and the
 * caller responds the same either way, so the limit reveals nothing.
 */
export async function takeMailAllowance(context: ApiContext, request: Request, email: string): Promise<boolean> {
  const recipient = createHash('sha256').update(email).digest('base64url');
  return (await isNewSourceAllowed(context, addressKey(request), recipient)) && (await countMail(context, recipient));
}

/** Whether this source may send to the recipient. Limits recipients per IP address or IPv6 /64, by default per hour. */
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

/**
 * Counts a mail and returns whether it may be sent. Checks windows in the configured order, so that a mail refused by a
 * short one does not count towards longer ones.
 */
async function countMail({ redis, config }: ApiContext, recipient: string): Promise<boolean> {
  for (const { max, windowS } of config.limits.mailRecipient) {
    const key = `limit:mail-recipient:${windowS}:${recipient}`;
    const [mails] = await redis.multi().incr(key).expire(key, windowS, 'NX').execTyped();
    if (mails > max) return false;
  }
  return true;
}
