import { registrableDomain } from './registrable-domain.ts';

/**
 * The site that a page belongs to: its registrable domain; empty for what is no address. A web server on this machine shows pages of many sites, each under
 * its name (`http://127.0.0.1:4007/brightwater.test/news`), as the stand-in of the model's vendor reports them.
 */
export function siteOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return '';
  const [, first = ''] = parsed.pathname.split('/');
  const isHere = parsed.hostname === '127.0.0.1' || parsed.hostname === 'localhost';
  return registrableDomain(isHere && first.includes('.') ? first : parsed.hostname);
}

/** Whether a page stands on a company's own site. */
export function isSiteOf(url: string, domain: string | null): boolean {
  return domain !== null && siteOf(url) === domain;
}
