import { stableHash } from './stable-hash.ts';

/** The part of the interval by which a poll may come early. */
const SPREAD = 0.1;

/**
 * How long to wait for the next poll: the interval less up to a tenth, never longer. Accounts that an outage made poll in the same second drift apart
 * again within a few polls. Always the same for one poll of one account, so that a replayed workflow waits as it did.
 *
 * @param poll.account What tells accounts apart.
 * @param poll.number Of the polls of this account.
 */
export function spreadPollS(poll: { account: string; number: number }, intervalS: number): number {
  const share = stableHash(`${poll.account}:${poll.number}`) / 2 ** 32;
  return intervalS * (1 - SPREAD * share);
}
