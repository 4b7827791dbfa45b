import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { findUserByEmail, hasVerifiedUser } from '#db/queries/users.ts';
import { mailboxOf } from '#domain/mailbox.ts';
import type { ApiContext } from './context.ts';
import { findKnownBrowser } from './known-browser.ts';
import { addressKey } from './middleware/rate-limit.ts';

/**
 * Counts an email that anyone can trigger and returns whether it may be sent: sign-up, password reset, verification,
 * newsletter, objection and address change share a limit per mailbox. The caller responds the same either way, so only
 * the mailbox shows whether the limit was reached.
 *
 * @param isDue False if there is nothing to send, for example because no account has the address. That counts towards
 * the source's limit only; otherwise, a stranger could silence the mailbox without its owner seeing an email.
 * @param isReset Whether the email is a password reset. Part of the limit is reserved for resets of the mailbox's
 * verified accounts, and browsers known to the account have a limit of their own, which strangers can't use up.
 */
export async function takeMailAllowance(
  context: ApiContext,
  request: Request,
  email: string,
  { isReset = false, isDue = true } = {},
): Promise<boolean> {
  const mailbox = mailboxOf(email);
  if (!(await isNewRecipientAllowed(context, request, hashOf(mailbox)))) return false;
  if (!isDue) return false;
  const account = await findUserByEmail(context.pool, email);
  const isVerified = account !== null && account.emailVerifiedAt !== null;
  // The mailbox's account may have another address of the mailbox, such as one with a tag.
  const hasReserve = await hasVerifiedUser(context.pool, mailbox);
  if (await countMail(context, hashOf(mailbox), { hasReserve })) return true;
  // For verified accounts only: a stranger could use up the reserve with an unconfirmed account.
  if (!isReset || !isVerified) return false;
  const isKnown = findKnownBrowser(context, request, { ...account, userId: account.id }) !== null;
  if (isKnown && (await countMail(context, `${hashOf(mailbox)}:known`, { hasReserve: false }))) return true;
  return await takeReserve(context, hashOf(mailbox));
}

/** Atomically adds a recipient unless the maximum is reached, so that concurrent requests cannot exceed it. */
const ADD_RECIPIENT = `
  if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 1 end
  if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
  redis.call('SADD', KEYS[1], ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[3], 'NX')
  return 1
`;

/** Number of sources that an IPv6 /48 counts as; some customers have a /48 to themselves. */
const SOURCES_PER_SITE = 8;

/**
 * Counts recipients per source (IP address or IPv6 /56), and per IPv6 /48 for all its sources. Returns whether an email
 * to this recipient is allowed.
 */
async function isNewRecipientAllowed(
  { redis, config }: ApiContext,
  request: Request,
  recipient: string,
): Promise<boolean> {
  const limit = config.limits.mailSource;
  if (!limit) return true;
  const add = async (key: string, max: number) => {
    const options = { keys: [key], arguments: [recipient, String(max), String(limit.windowS)] };
    return (await redis.eval(ADD_RECIPIENT, options)) === 1;
  };
  // The source first, so that recipients refused there do not count against its neighbours.
  if (!(await add(`limit:mail-source:${addressKey(request)}`, limit.max))) return false;
  return await add(`limit:mail-site:${addressKey(request, 48)}`, limit.max * SOURCES_PER_SITE);
}

/** Returns how many of a window's emails are reserved for password resets. */
const reserveOf = (max: number) => Math.floor(max / 2);

/**
 * Counts an email against the limit, minus the reserve if there is one, and returns whether the email may be sent.
 * Checks windows in the configured order, so that an email refused by a short one does not count towards longer ones.
 */
async function countMail(
  { redis, config }: ApiContext,
  recipient: string,
  { hasReserve }: { hasReserve: boolean },
): Promise<boolean> {
  for (const { max, windowS } of config.limits.mailRecipient) {
    const key = `limit:mail-recipient:${windowS}:${recipient}`;
    const [mails] = await redis.multi().incr(key).expire(key, windowS, 'NX').execTyped();
    if (mails > (hasReserve ? max - reserveOf(max) : max)) return false;
  }
  return true;
}

/**
 * Takes an email from the reserve and returns whether there was one. The reserve is spread evenly over the longest
 * window (by default one email every 4.8 hours), so that a stranger cannot use up a day's resets at night.
 */
async function takeReserve({ redis, config }: ApiContext, recipient: string): Promise<boolean> {
  const intervalS = Math.max(...config.limits.mailRecipient.map(({ max, windowS }) => windowS / reserveOf(max)));
  if (!Number.isFinite(intervalS)) return false;
  const taken = await redis.set(`limit:mail-reserve:${recipient}`, '1', {
    condition: 'NX',
    expiration: { type: 'EX', value: Math.ceil(intervalS) },
  });
  return taken !== null;
}

const hashOf = (address: string) => createHash('sha256').update(address).digest('base64url');
