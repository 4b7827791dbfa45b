import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** One for all, as the same address has to be found again; what protects it is that each guess takes its time. */
const SALT = 'foreword.used-trials';
const HASH_BYTES = 32;

const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * Stands for an address where the address itself may not be kept. About 50 ms, on a thread of its own.
 *
 * @param email ASCII case folded; a tag (`ada+news@`) is left out, for its mail reaches the same person
 */
export async function hashEmail(email: string): Promise<Buffer> {
  const at = email.lastIndexOf('@');
  const [mailbox = ''] = email.slice(0, at).split('+');
  return await derive(`${mailbox}${email.slice(at)}`, SALT, HASH_BYTES);
}
