import { VendorError } from '#providers/errors.ts';

/** Returns what a sender answered: the status of a delivery, or the code and status of a refusal. */
export async function refusalOf(sending: Promise<number>) {
  try {
    return { status: await sending };
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    return { code: error.code, status: 'status' in error ? error.status : null };
  }
}
