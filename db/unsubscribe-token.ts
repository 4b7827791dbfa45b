import type { Encryption } from './encryption.ts';

/** Recurring mails. `briefings`: briefings, updates and digests of an account. */
type MailFamily = 'newsletter' | 'briefings';

/**
 * Seals the recipient into an unsubscribe token, valid as long as the key is kept, without a row. A token of one
 * family does not open as another's.
 *
 * @param reader Address (`newsletter`) or user id (`briefings`).
 */
export function sealUnsubscribeToken(encryption: Encryption, family: MailFamily, reader: string): string {
  return encryption.encrypt(reader, ownerOf(family));
}

/** Returns the recipient; null if the token was not sealed here, or not for this family. */
export function openUnsubscribeToken(encryption: Encryption, family: MailFamily, token: string): string | null {
  try {
    return encryption.decrypt(token, ownerOf(family));
  } catch {
    return null; // whatever is wrong with it, it is not one of ours
  }
}

function ownerOf(family: MailFamily): string {
  return `${family}-unsubscribe`;
}
