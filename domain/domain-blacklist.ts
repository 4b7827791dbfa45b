import { hostOfAddress } from './registrable-domain.ts';

/**
 * Returns whether an address's domain is on a user's blacklist. `zoom.us` covers `eu.zoom.us`, but not vice versa.
 *
 * @param excludedDomains In lower case.
 */
export function isBlacklisted(email: string, excludedDomains: ReadonlySet<string>): boolean {
  const labels = hostOfAddress(email)?.split('.') ?? [];
  return labels.some((_, index) => excludedDomains.has(labels.slice(index).join('.')));
}
