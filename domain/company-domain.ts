import { isFreeMailDomain } from './free-mail.ts';
import { hostOfAddress } from './registrable-domain.ts';

/** Hosts where anyone can create a mailing list: their addresses say nothing about a company. */
const LIST_HOSTS: ReadonlySet<string> = new Set([
  'googlegroups.com',
  'groups.google.com',
  'groups.io',
  'freelists.org',
]);

/**
 * Whether a domain belongs to a single company and can be used to research it. Takes a lower-case
 * registrable domain.
 */
export function isCompanyDomain(domain: string): boolean {
  return !isFreeMailDomain(domain) && !isListHost(domain);
}

/** Whether every address of a domain is a mailing list. */
export function isListHost(domain: string): boolean {
  return LIST_HOSTS.has(domain);
}

/** Returns a new account's company domain: that of its verified address, or null if anyone can get such an address. */
export function initialCompanyDomain(verifiedAddress: string): string | null {
  const domain = hostOfAddress(verifiedAddress);
  return domain === null || !isCompanyDomain(domain) ? null : domain;
}
