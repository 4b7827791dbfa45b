import { RequestRejectedError } from '#providers/errors.ts';
import { unavailable, vendorRefused } from './errors.ts';
import { isOutage } from './outage.ts';

/**
 * Calls the payment provider.
 *
 * @param message The specification's message for a failure.
 * @throws 502 with this message if the provider rejected the call, 503 if it is unavailable
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
