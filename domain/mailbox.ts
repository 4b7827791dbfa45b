import { withoutTag } from './without-tag.ts';

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the address of the mailbox that a lower-case address delivers to, to count what one person receives. Tags are
 * dropped everywhere; Gmail also ignores dots (https://support.google.com/mail/answer/7436150) and has two domains.
 */
export function mailboxOf(email: string): string {
  const address = withoutTag(email);
  const [local = '', domain = ''] = address.split('@');
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : address;
}
