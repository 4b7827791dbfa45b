const BASE = 'http://here.invalid';

/**
 * A path of this site, or the fallback: whatever a URL parameter, a state or the storage says, nobody is sent elsewhere.
 * @param candidate for example `/app/settings?tab=1`
 */
export function safePath(candidate: string | null | undefined, fallback: string): string {
  if (!candidate || !isPlainPath(candidate)) return fallback;
  const url = URL.parse(candidate, BASE);
  if (!url || url.origin !== BASE || !isPlainPath(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}

/** One leading slash, no second one however it is written, nothing a browser would drop or fold. */
function isPlainPath(path: string): boolean {
  return /^\/(?![/\\]|%2f|%5c)[\x21-\x7e]*$/i.test(path) && !path.includes('\\');
}
