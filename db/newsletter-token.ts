import type { Encryption } from './encryption.ts';

const OWNER = 'newsletter-unsubscribe';

/** The secret part of an unsubscribe link: the address itself, sealed, so that it works as long as the key is kept and needs no row. */
export function sealUnsubscribeToken(encryption: Encryption, email: string): string {
  return encryption.encrypt(email, OWNER);
}

/** The address; null for a token that was not sealed here. */
export function openUnsubscribeToken(encryption: Encryption, token: string): string | null {
  try {
    return encryption.decrypt(token, OWNER);
  } catch {
    return null; // whatever is wrong with it, it is not one of ours
  }
}
