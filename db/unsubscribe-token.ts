import type { Encryption } from './encryption.ts';

/** Recurring emails with unsubscribe links. `briefings`: an account's briefings, updates and digests. */
type MailFamily = 'newsletter' | 'briefings';

/**
 * Encrypts the recipient into an unsubscribe token, which doesn't need a row and is valid as long as the key is kept. A
 * token for one family is invalid for the other.
 *
 * @param reader Address (`newsletter`) or user id (`briefings`).
 */
export function sealUnsubscribeToken(encryption: Encryption, family: MailFamily, reader: string): string {
  return encryption.encrypt(reader, ownerOf(family));
}

/** Returns the token's recipient; null if it is not one of ours, or not for this family. */
export function openUnsubscribeToken(encryption: Encryption, family: MailFamily, token: string): string | null {
  try {
    return encryption.decrypt(token, ownerOf(family));
  } catch {
    return null; // not one of ours, for whatever reason
  }
}

function ownerOf(family: MailFamily): string {
  return `${family}-unsubscribe`;
}
