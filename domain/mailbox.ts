import { withoutTag } from './without-tag.ts';

/** Gmail's two domains. An address at one is the same mailbox at the other. */
export const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the address of the mailbox that a lower-case address delivers to, which belongs to one person. Tags are
 * dropped everywhere; Gmail also ignores dots (https://support.google.com/mail/answer/7436150) and has two domains.
 */
export function mailboxOf(email: string): string {
  const address = withoutTag(email);
  const [local = '', domain = ''] = address.split('@');
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : address;
}

/** Returns the hosts under which a mailbox receives mail. */
export function hostsOfMailbox(mailbox: string): string[] {
  const [, host = ''] = mailbox.split('@');
  return GMAIL.has(host) ? [...GMAIL] : [host];
}
