import { RequestRejectedError } from '#providers/errors.ts';
import { unavailable, vendorRefused } from './errors.ts';
import { isOutage } from './outage.ts';

/**
 * Calls the payment provider; on failure answers with the specification's text and a status saying whose fault it is.
 */
export async function atProvider<T>(message: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof RequestRejectedError) throw vendorRefused(error, message);
    if (isOutage(error)) throw unavailable(error, message);
    throw error;
  }
}
