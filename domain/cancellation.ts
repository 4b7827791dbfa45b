import { isValidStatus } from './access.ts';

/**
 * Returns whether a cancellation takes effect immediately: for a trial, or a subscription that grants no access. A paid
 * plan lasts until the end of its period.
 */
export function isCancelledAtOnce(status: string): boolean {
  return status === 'trialing' || !isValidStatus(status);
}
