import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** Shared by all addresses, so that each can be looked up; the slow hash protects them instead. */
const SALT = 'foreword.used-trials';
const HASH_BYTES = 32;

const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * Hashes an address that may not itself be stored. Takes about 50 ms, on another thread.
 *
 * @param email ASCII case folded. A tag (`ada+news@`) is ignored, as such mail reaches the same person.
 */
export async function hashEmail(email: string): Promise<Buffer> {
  const at = email.lastIndexOf('@');
  const [mailbox = ''] = email.slice(0, at).split('+');
  return await derive(`${mailbox}${email.slice(at)}`, SALT, HASH_BYTES);
}
