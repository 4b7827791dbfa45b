import { registrableDomain } from './registrable-domain.ts';

/**
 * Returns a page's site: its registrable domain; empty for an invalid URL. On a local server it is the first part of
 * the path, since the model vendor's stand-in reports pages as `http://127.0.0.1:4007/brightwater.test/news`.
 */
export function siteOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return '';
  const [, first = ''] = parsed.pathname.split('/');
  const isHere = parsed.hostname === '127.0.0.1' || parsed.hostname === 'localhost';
  return registrableDomain(isHere && first.includes('.') ? first : parsed.hostname);
}

/** Returns whether a page is on a company's own site. */
export function isSiteOf(url: string, domain: string | null): boolean {
  return domain !== null && siteOf(url) === domain;
}
