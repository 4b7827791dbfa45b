import { addressParser } from 'postal-mime';
import { invalidParameter, SesError } from './errors.ts';

const maxRecipients = 50;
/** The verified domains and addresses, lower case. */
export const VERIFIED: readonly string[] = ['foreword.test'];

/** Returns the bare address of `Name <a@b.c>`. Throws the vendor's InvalidParameterValue if it is invalid. */
export function bareAddress(written: string): string {
  if (/\P{ASCII}/u.test(written)) throw invalidParameter(`Illegal address: ${written}`);
  if (/[\r\n\0]/.test(written)) throw invalidParameter('Local address contains control or whitespace');
  const parsed = addressParser(written, { flatten: true });
  const address = parsed[0]?.address ?? '';
  if (parsed.length !== 1) throw invalidParameter(`Illegal address: ${written}`);
  if (!address.includes('@') || address.endsWith('@')) throw invalidParameter("Missing final '@domain'");
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(address) ?? [];
  if (local === '') throw invalidParameter('Missing local name');
  if (/\s/.test(local)) throw invalidParameter('Local address contains control or whitespace');
  if (!/^[a-z0-9.-]+$/i.test(domain) || domain.startsWith('.') || domain.endsWith('.')) {
    throw invalidParameter(`Domain contains illegal character: ${domain}`);
  }
  return address;
}

/** Throws MessageRejected unless the address, its domain or a parent domain is verified. */
export function assertVerified(address: string, region: string): void {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const isVerified = VERIFIED.some(
    (identity) => identity === address.toLowerCase() || domain === identity || domain.endsWith(`.${identity}`),
  );
  if (isVerified) return;
  throw new SesError(
    'MessageRejected',
    `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${address}`,
  );
}

export function assertRecipientCount(recipients: string[]): void {
  if (recipients.length === 0) throw invalidParameter("Missing required header 'To'.");
  if (recipients.length > maxRecipients) throw invalidParameter(`Recipient count exceeds ${maxRecipients}.`);
}
