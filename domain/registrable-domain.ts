import { getDomain, getDomainWithoutSuffix } from 'tldts';
import { TENANT_SUFFIXES, withoutRouting } from './tenant-domains.ts';

/**
 * Returns the registrable domain by the Public Suffix List: `mail.eu.brightwater.co.uk` -> `brightwater.co.uk`.
 * Suffixes under which customers get names (github.io, onmicrosoft.com) count as suffixes. Under an unknown top-level
 * domain (`.test`, an intranet) it is the last two labels; a single label is returned as it is.
 */
export function registrableDomain(host: string): string {
  const name = withoutRouting(host.toLowerCase().replace(/\.$/, ''));
  const suffix = TENANT_SUFFIXES.find((tenants) => name.endsWith(`.${tenants}`));
  if (suffix !== undefined)
    return `${name
      .slice(0, -suffix.length - 1)
      .split('.')
      .at(-1)}.${suffix}`;
  return getDomain(name, { allowPrivateDomains: true }) ?? name;
}

/**
 * Returns the label that identifies a domain's owner: `brightwater` for brightwater.com and brightwater.co.uk. Sites
 * under a provider's suffix count as the provider's, since anyone can have several: `github` for all of github.io.
 */
export function ownerLabel(host: string): string {
  return getDomainWithoutSuffix(host) ?? host;
}

/** Returns whether a name is or lies under a registrable domain; false for a suffix (`co.uk`, `onmicrosoft.com`). */
export function isRegistrable(host: string): boolean {
  return getDomain(host, { allowPrivateDomains: true }) !== null && !TENANT_SUFFIXES.includes(host);
}

/** Returns an address's registrable domain; null if nothing follows its last `@`. */
export function registrableDomainOfAddress(address: string): string | null {
  const host = hostOfAddress(address);
  return host === null ? null : registrableDomain(host);
}

/** Returns what follows the last `@`, in lower case; null if nothing does. */
export function hostOfAddress(address: string): string | null {
  const at = address.lastIndexOf('@');
  const host = at < 0 ? '' : address.slice(at + 1).toLowerCase();
  return host === '' ? null : host;
}
