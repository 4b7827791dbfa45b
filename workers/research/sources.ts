import { pageKey } from '#domain/page-key.ts';
import type { Gathered, SourcePage } from '#providers/research/provider.ts';
import { givesOrders } from './hostile-pages.ts';
import { pageDate } from './page-date.ts';

/** A page of this run under the id by which facts cite it. */
export type RunSource = {
  /** `s1`, `s2` ... */
  id: string;
  url: string;
  title: string;
  requestedUrl: string | null;
  /** When it was published, as far as that is known; see page-date.ts. */
  age: string | null;
  /** What the run has of the page: its text where it was fetched, and what the model quoted from it. */
  text: string;
};

const MAX_SOURCES = 24;
/** A mail links a source wherever it cites it, and is cut off at a size. What people read has shorter addresses. */
const MAX_ADDRESS_CHARACTERS = 1_000;

/** The pages of a run that hold something, fetched ones first. */
export function listSources(pages: readonly SourcePage[]): RunSource[] {
  return mergePages(pages)
    .filter(({ text }) => text !== '')
    .slice(0, MAX_SOURCES)
    .map((source, index) => ({ id: `s${index + 1}`, ...source }));
}

/**
 * The pages that a request returned, each once, with what the model quoted from them, and dated: they are read again weeks later. What the model wrote
 * itself is left behind, and so are pages that talk to it.
 *
 * @param readAt When the request was answered.
 */
export function readPages({ pages, passages }: Pick<Gathered, 'pages' | 'passages'>, readAt: Date): SourcePage[] {
  const quotes = new Map<string, Set<string>>();
  for (const { url, quote } of passages.flatMap(({ citations }) => citations)) {
    const key = pageKey(url);
    if (key) quotes.set(key, (quotes.get(key) ?? new Set()).add(quote.trim()));
  }
  return mergePages(pages)
    .map((page) => {
      const quoted = [...(quotes.get(pageKey(page.url) ?? '') ?? [])].filter((quote) => !page.text.includes(quote));
      const text = [page.text, ...quoted].filter((part) => part !== '').join('\n');
      return { ...page, age: pageDate(page.age, readAt), text };
    })
    .filter((page) => !givesOrders(page));
}

/** Each page once, the one with the most to read first. Pages that are not on the public web's own protocols, or have an endless address, are left out. */
export function mergePages(pages: readonly SourcePage[]): SourcePage[] {
  const byKey = new Map<string, SourcePage>();
  for (const page of [...pages].toSorted((a, b) => b.text.length - a.text.length)) {
    const key = pageKey(page.url);
    if (!key || page.url.length > MAX_ADDRESS_CHARACTERS) continue;
    const known = byKey.get(key);
    byKey.set(key, {
      url: known?.url ?? page.url,
      title: known?.title || page.title || page.url,
      requestedUrl: known?.requestedUrl ?? page.requestedUrl,
      age: known?.age ?? page.age,
      text: known?.text || page.text,
    });
  }
  return [...byKey.values()];
}
