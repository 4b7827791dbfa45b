import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { ApiContext } from './context.ts';
import { addressKey } from './middleware/rate-limit.ts';

/**
 * Whether a mail that anyone can cause may go to an address: sign-up, reset, verification, newsletter and change of address count together. Counted by
 * request, whether the address has an account or not, so that a refusal gives nothing away; the caller gives the same answer either way.
 */
export async function takeMailAllowance(context: ApiContext, request: Request, email: string): Promise<boolean> {
  const recipient = createHash('sha256').update(email).digest('base64url');
  return (await isNewSourceAllowed(context, addressKey(request), recipient)) && (await countMail(context, recipient));
}

/** So many recipients an hour from one address of the network, or one IPv6 /64. */
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

/** A mail that a shorter window refuses does not count for a longer one. */
async function countMail({ redis, config }: ApiContext, recipient: string): Promise<boolean> {
  for (const { max, windowS } of config.limits.mailRecipient) {
    const key = `limit:mail-recipient:${windowS}:${recipient}`;
    const [mails] = await redis.multi().incr(key).expire(key, windowS, 'NX').execTyped();
    if (mails > max) return false;
  }
  return true;
}
