import { registrableDomain } from '#domain/registrable-domain.ts';
import { escapePattern } from './names.ts';
import type { RunSource } from './sources.ts';

/** Whether a page stands on a company's own site. */
export function isOwnSite(source: Pick<RunSource, 'url' | 'requestedUrl'>, companyDomain: string | null): boolean {
  const urls = [source.url, source.requestedUrl ?? source.url].map((url) => URL.parse(url)?.hostname ?? '');
  return companyDomain !== null && urls.some((host) => registrableDomain(host) === companyDomain);
}

/**
 * By its domain anywhere in address or text, or by its name: the first part of the domain, written as a name is. It is none in lower case (`the box
 * office`), at the beginning of a longer one (`Northpeak Capital`), or where a sentence begins with what the text also uses as a word.
 */
export function mentionsCompany(source: Pick<RunSource, 'url' | 'requestedUrl' | 'text'>, domain: string): boolean {
  const { url, requestedUrl, text } = source;
  const places = `${url} ${requestedUrl ?? ''} ${text}`.toLowerCase();
  const asDomain = new RegExp(`(?<![a-z0-9-])${escapePattern(domain)}(?![a-z0-9-]|\\.[a-z0-9])`);
  if (asDomain.test(places)) return true;
  const label = domain.split('.')[0] ?? '';
  const asWord = new RegExp(
    `(?<![\\p{L}\\p{N}@.-])${escapePattern(label).replaceAll('-', '[ -]')}(?![\\p{L}\\p{N}-]|\\.\\p{L})`,
    'giu',
  );
  const words = [...text.matchAll(asWord)];
  const isWord = words.some(([word]) => !/\p{Lu}/u.test(word));
  return words.some(({ index, 0: word }) => {
    const isName = /\p{Lu}/u.test(word) && !/^ \p{Lu}/u.test(text.slice(index + word.length, index + word.length + 2));
    return isName && !(isWord && /(?:^|[.!?:\n]["\u201c]?\s*)$/u.test(text.slice(0, index)));
  });
}
