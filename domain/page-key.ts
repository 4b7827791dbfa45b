/**
 * Returns a key that ignores fragment, trailing slash, `www.` and http vs https; null for what is not a web address.
 */
export function pageKey(url: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.username !== '') return null;
  return `${parsed.host.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`;
}
