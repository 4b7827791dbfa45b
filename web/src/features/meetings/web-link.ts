import { parseUrl } from '#web/ui/parse-url.ts';

/** Returns the URL if it is http or https, else null: never `javascript:`. */
export function webLink(url: string | null): string | null {
  const parsed = url === null ? null : parseUrl(url);
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : null;
}

/** `meet.google.com`: the host without a leading www. */
export function linkHost(url: string): string {
  return (parseUrl(url)?.hostname ?? url).replace(/^www\./, '');
}
