import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { mailboxOf } from '#domain/mailbox.ts';
import { withoutTag } from '#domain/without-tag.ts';

/** Shared by all addresses, so that each can be looked up; the slow hash protects them instead. */
const SALT = 'foreword.used-trials';
const HASH_BYTES = 32;

const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * Hashes an address that must not itself be stored. Takes about 50 ms, on another thread. The hash is the same for all
 * addresses of a mailbox.
 *
 * @param email ASCII case folded.
 */
export async function hashEmail(email: string): Promise<Buffer> {
  return await hash(mailboxOf(email));
}

/** Returns the hashes under which an address may be stored: older rows have one per spelling of a Gmail address. */
export async function possibleHashes(email: string): Promise<Buffer[]> {
  return await Promise.all([...new Set([mailboxOf(email), withoutTag(email)])].map(hash));
}

const hash = (address: string) => derive(address, SALT, HASH_BYTES);
