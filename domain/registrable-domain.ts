import { getDomain } from 'tldts';
import { TENANT_SUFFIXES, withoutRouting } from './tenant-domains.ts';

/**
 * The domain somebody registered, by the Public Suffix List: `mail.eu.brightwater.co.uk` -> `brightwater.co.uk`. Suffixes under which strangers
 * register names (github.io, blogspot.com) or are given them (onmicrosoft.com) count as suffixes. Under an unknown top level (`.test`, an intranet) it is
 * the last two labels; a name of one label stands for itself.
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

/** Whether a name is registered by one somebody, or lies below one: a suffix under which everybody registers (`co.uk`, `onmicrosoft.com`) is not. */
export function isRegistrable(host: string): boolean {
  return getDomain(host, { allowPrivateDomains: true }) !== null && !TENANT_SUFFIXES.includes(host);
}

/** The registrable domain of an address, null when there is none after its last `@`. */
export function registrableDomainOfAddress(address: string): string | null {
  const host = hostOfAddress(address);
  return host === null ? null : registrableDomain(host);
}

/** What stands after the last `@`, in lower case; null when nothing does. */
export function hostOfAddress(address: string): string | null {
  const at = address.lastIndexOf('@');
  const host = at < 0 ? '' : address.slice(at + 1).toLowerCase();
  return host === '' ? null : host;
}
