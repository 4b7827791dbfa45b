import { foldCase } from './fold-case.ts';
import { hostOfAddress, registrableDomain } from './registrable-domain.ts';
import { withoutTag } from './without-tag.ts';

/** Who of some guests and companies is not to be researched. */
export type Objections = {
  /** Addresses whose owners asked for it, as they were asked about. */
  addresses: ReadonlySet<string>;
  /** Domains that are listed, with everybody of them. */
  domains: ReadonlySet<string>;
};

export const NO_OBJECTIONS: Objections = { addresses: new Set(), domains: new Set() };

/** What an objection is about, as it is hashed. Tags of one mailbox are one person. */
export function addressSubject(email: string): string {
  return `address:${withoutTag(foldCase(email))}`;
}

/** A company is known by the domain it registered, so that is what is listed. */
export function domainSubject(domain: string): string {
  return `domain:${registrableDomain(domain)}`;
}

/** Whose objection keeps a person from being researched: their own, and their company's. */
export function personSubjects(email: string): string[] {
  const host = hostOfAddress(email);
  return [addressSubject(email), ...(host === null ? [] : [domainSubject(host)])];
}

export function hasObjected(email: string, { addresses, domains }: Objections): boolean {
  const host = hostOfAddress(email);
  return addresses.has(email) || (host !== null && domains.has(registrableDomain(host)));
}
