import { stableHash } from './stable-hash.ts';

/** Share of the interval by which a poll may come early. */
const SPREAD = 0.1;

/**
 * Returns the wait before the next poll: the interval minus up to a tenth. Accounts synchronized by an outage drift
 * apart within a few polls. Deterministic, so that a replayed workflow waits just as long.
 *
 * @param poll.account Identifies the account.
 * @param poll.number Counts the account's polls.
 */
export function spreadPollS(poll: { account: string; number: number }, intervalS: number): number {
  const share = stableHash(`${poll.account}:${poll.number}`) / 2 ** 32;
  return intervalS * (1 - SPREAD * share);
}
