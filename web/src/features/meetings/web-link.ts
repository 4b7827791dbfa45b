/** An address that may stand in a link: http or https only; null for anything else, `javascript:` above all. */
export function webLink(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url);
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : null;
}

/** `meet.google.com` of a link, without a leading www. */
export function linkHost(url: string): string {
  return (URL.parse(url)?.hostname ?? url).replace(/^www\./, '');
}
