/** The same page is the same page with or without a fragment, a last slash, `www.` or `s` in `https`; null for what is no web address. */
export function pageKey(url: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.username !== '') return null;
  return `${parsed.host.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`;
}
