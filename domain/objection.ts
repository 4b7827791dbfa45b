import { readAddress, readHost } from './email-address.ts';
import { foldCase } from './fold-case.ts';
import { mailboxOf } from './mailbox.ts';
import { hostOfAddress, registrableDomain } from './registrable-domain.ts';

/** The guests and companies, of those given, that must not be researched. */
export type Objections = {
  /** Addresses whose owners objected, as the caller spelled them. */
  addresses: ReadonlySet<string>;
  /** Listed domains, each of which covers everyone there. */
  domains: ReadonlySet<string>;
};

export const NO_OBJECTIONS: Objections = { addresses: new Set(), domains: new Set() };

/** Returns the subject of an objection by an address, before hashing. It is the same for all addresses of a mailbox. */
export function addressSubject(email: string): string {
  return `address:${mailboxOf(readAddress(email) ?? foldCase(email))}`;
}

/** Returns the subject of an objection by a company, before hashing: its registrable domain. */
export function domainSubject(domain: string): string {
  return `domain:${registrableDomain(readHost(domain) ?? domain)}`;
}

/** Returns the subjects whose objections cover a person: their own address and their company. */
export function personSubjects(email: string): string[] {
  const host = hostOfAddress(email);
  return [addressSubject(email), ...(host === null ? [] : [domainSubject(host)])];
}

export function hasObjected(email: string, { addresses, domains }: Objections): boolean {
  const host = hostOfAddress(email);
  return addresses.has(email) || (host !== null && domains.has(registrableDomain(host)));
}
