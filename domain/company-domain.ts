import { isFreeMailDomain } from './free-mail.ts';
import { hostOfAddress } from './registrable-domain.ts';

/** Where anyone can make a mailing list: its address says nothing of a company. */
const LIST_HOSTS: ReadonlySet<string> = new Set([
  'googlegroups.com',
  'groups.google.com',
  'groups.io',
  'freelists.org',
]);

/** Whether the people of a domain work for one company, which can be researched by it. Takes a registrable domain in lower case. */
export function isCompanyDomain(domain: string): boolean {
  return !isFreeMailDomain(domain) && !isListHost(domain);
}

/** Whether each address of a domain is a mailing list. */
export function isListHost(domain: string): boolean {
  return LIST_HOSTS.has(domain);
}

/** What a new account's company domain starts as: the domain of its verified address, or nothing when anybody can have such an address. */
export function initialCompanyDomain(verifiedAddress: string): string | null {
  const domain = hostOfAddress(verifiedAddress);
  return domain === null || !isCompanyDomain(domain) ? null : domain;
}
