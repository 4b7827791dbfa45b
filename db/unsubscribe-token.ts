import type { Encryption } from './encryption.ts';

/** Mails that come until somebody ends them: `briefings` are briefings, updates and digests of an account. */
type MailFamily = 'newsletter' | 'briefings';

/**
 * The secret part of an unsubscribe link: who it is for, sealed, so that it works as long as the key is kept and needs no row. One of the one family does
 * not open as one of the other.
 *
 * @param reader address (`newsletter`) or user id (`briefings`)
 */
export function sealUnsubscribeToken(encryption: Encryption, family: MailFamily, reader: string): string {
  return encryption.encrypt(reader, ownerOf(family));
}

/** Who it was sealed for; null for a token that was not sealed here, or not for this family. */
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
