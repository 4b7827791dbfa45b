import { isValidStatus } from './access.ts';

/**
 * Whether a cancellation takes effect at once: that of a trial, or of a subscription that gives no access. A paid plan
 * lasts until the end of its period.
 */
export function isCancelledAtOnce(status: string): boolean {
  return status === 'trialing' || !isValidStatus(status);
}
