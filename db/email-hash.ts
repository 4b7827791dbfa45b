import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** One salt for all, so that an address can be found again; the slow hash is what protects it. */
const SALT = 'foreword.used-trials';
const HASH_BYTES = 32;

const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * Hashes an address that may not be stored itself. Takes about 50 ms, on another thread.
 *
 * @param email ASCII case folded. A tag (`ada+news@`) is dropped, as its mail reaches the same person.
 */
export async function hashEmail(email: string): Promise<Buffer> {
  const at = email.lastIndexOf('@');
  const [mailbox = ''] = email.slice(0, at).split('+');
  return await derive(`${mailbox}${email.slice(at)}`, SALT, HASH_BYTES);
}
