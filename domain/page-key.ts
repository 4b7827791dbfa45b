/**
 * Returns a key that ignores fragment, trailing slash, `www.` and http vs https; null unless it is a web URL without a
 * user name.
 */
export function pageKey(url: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.username !== '') return null;
  return `${parsed.host.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`;
}

/** Like `pageKey`, but returns anything other than a web URL as it is. */
export function urlKey(url: string): string {
  return pageKey(url) ?? url;
}
