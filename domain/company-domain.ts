import { isFreeMailDomain } from './free-mail.ts';
import { hostOfAddress, registrableDomain } from './registrable-domain.ts';

/** Hosts where anyone can create a mailing list: their addresses say nothing about a company. */
const LIST_HOSTS: ReadonlySet<string> = new Set([
  'googlegroups.com',
  'groups.google.com',
  'groups.io',
  'freelists.org',
]);

/**
 * Returns the company behind a lower-case host: its registrable domain. Null if anyone can get an address at either:
 * `alum.mit.edu` only forwards mail, and says nothing about who works at `mit.edu`.
 */
export function companyDomainOf(host: string): string | null {
  const domain = registrableDomain(host);
  return [host, domain].some((one) => isFreeMailDomain(one) || LIST_HOSTS.has(one)) ? null : domain;
}

export function companyDomainOfAddress(address: string): string | null {
  const host = hostOfAddress(address);
  return host === null ? null : companyDomainOf(host);
}

/** Returns whether every address of a lower-case host is a mailing list. */
export function isListHost(host: string): boolean {
  return LIST_HOSTS.has(host) || LIST_HOSTS.has(registrableDomain(host));
}

/** Returns a new account's company domain: that of its verified address, or null if anyone can get such an address. */
export function initialCompanyDomain(verifiedAddress: string): string | null {
  return companyDomainOfAddress(verifiedAddress) === null ? null : hostOfAddress(verifiedAddress);
}
