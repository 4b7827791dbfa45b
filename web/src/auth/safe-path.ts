import { parseUrl } from '#web/ui/parse-url.ts';

const BASE = 'http://here.invalid';

/**
 * Returns a path of this site, or the fallback, so that no URL parameter, state or stored value redirects elsewhere.
 * @param candidate for example `/app/settings?tab=1`
 */
export function safePath(candidate: string | null | undefined, fallback: string): string {
  if (!candidate || !isPlainPath(candidate)) return fallback;
  const url = parseUrl(candidate, BASE);
  if (!url || url.origin !== BASE || !isPlainPath(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}

/**
 * Returns whether there is one leading slash, not followed by another in any encoding, and no character that browsers
 * drop or rewrite.
 */
function isPlainPath(path: string): boolean {
  return /^\/(?![/\\]|%2f|%5c)[\x21-\x7e]*$/i.test(path) && !path.includes('\\');
}
