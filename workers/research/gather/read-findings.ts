import type { Dossier, DossierPage } from '#db/queries/dossiers.ts';
import { nameOwnPages } from '#domain/company-names.ts';
import { cutText } from '#domain/cut-text.ts';
import { type FoldedPage, foldPage, locateQuote, type QuoteContext } from '#domain/locate-quote.ts';
import { pageDate } from '#domain/page-date.ts';
import { pageKey } from '#domain/page-key.ts';
import { holdsAddress, holdsPerson, sentenceNaming } from '#domain/person-names.ts';
import { isSiteOf } from '#domain/site-of.ts';
import { storable } from '#domain/storable-text.ts';
import type { Citation, CitedPassage, Gathered, SourcePage } from '#providers/research/provider.ts';
import type { OnFault } from '#workers/research/fault.ts';
import { NO_CONTEXT, type Quote } from '#workers/research/finding.ts';
import type { DossierSubject } from './dossiers.ts';
import { ownPages } from './own-pages.ts';

type Finding = Dossier['findings'][number];
type Page = Omit<SourcePage, 'foundBy'>;

/** Emails have a size limit and repeat a source's URL at each citation. Real pages have shorter URLs. */
const MAX_ADDRESS_CHARACTERS = 1_000;
/** Longer titles add cost but no meaning. */
const MAX_TITLE_CHARACTERS = 300;
const MAX_QUOTE_CHARACTERS = 700;
const MAX_QUOTES = 3;
const MAX_FINDINGS = 30;
const HEADING = /^#{1,6}\s+\**(?<id>[^\s*]+)\**\s*$/;

/**
 * Returns what a request found, by subject key. A finding is a cited passage under the subject's heading: its quotes
 * are kept if their page contains them, but not the model's own words.
 *
 * @param readAt When the request was answered, since pages say `3 days ago`.
 */
export function readDossiers(
  { pages: all, passages }: Pick<Gathered, 'pages' | 'passages'>,
  subjects: readonly DossierSubject[],
  readAt: Date,
  onFault: OnFault,
): Map<string, Dossier> {
  const pages = mergePages(all).map((page) => ({ ...page, age: pageDate(page.age, readAt) }));
  const toQuote = createQuoter(pages, onFault);
  const findings = new Map<string, Finding[]>();
  for (const { id, citations } of underHeadings(passages)) {
    const quotes = citations.flatMap((citation) => toQuote(citation) ?? []).slice(0, MAX_QUOTES);
    const subject = quotes[0] && subjectOf(id, quotes[0], subjects);
    if (!subject) continue;
    const known = findings.get(subject.key) ?? [];
    if (!known.some((one) => sameQuotes(one.quotes, quotes))) findings.set(subject.key, [...known, { quotes }]);
  }
  const namesOf = (subject: DossierSubject) => {
    if (subject.kind !== 'company') return [];
    const isOwn = ownPages(subject, all);
    return nameOwnPages(
      pages.filter(({ url }) => isOwn(url)),
      subject.domain,
    );
  };
  return new Map(
    subjects.map((subject) => {
      const found = (findings.get(subject.key) ?? []).slice(0, MAX_FINDINGS);
      return [subject.key, { pages: pagesOf(subject, pages, found), names: namesOf(subject), findings: found }];
    }),
  );
}

/** Returns the citations of each cited passage, with the id of the heading above it. */
function underHeadings(passages: readonly CitedPassage[]): { id: string | null; citations: readonly Citation[] }[] {
  let id: string | null = null;
  return passages.flatMap(({ text, citations }) => {
    let under = id;
    for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
      const heading = HEADING.exec(line.trim())?.groups?.['id']?.toLowerCase();
      if (heading === undefined) under = id;
      else id = heading;
    }
    return citations.length === 0 ? [] : [{ id: under ?? id, citations }];
  });
}

/** Returns the heading's subject; if unknown, the company whose site the quote is from, or the only subject. */
function subjectOf(id: string | null, quote: Quote, subjects: readonly DossierSubject[]): DossierSubject | undefined {
  const owner = subjects.find((one) => one.kind === 'company' && isSiteOf(quote.url, one.domain));
  return subjects.find((one) => one.id === id) ?? owner ?? (subjects.length === 1 ? subjects[0] : undefined);
}

/**
 * Returns a function that converts a citation to a quote, or to null if its page does not contain it. Excerpts from
 * search results and quotes from PDFs are trusted.
 */
function createQuoter(pages: readonly Page[], onFault: OnFault): (citation: Citation) => Quote | null {
  const byKey = new Map(pages.map((page) => [pageKey(page.url), page]));
  const folded = new Map<Page, FoldedPage>();
  const searchable = (page: Page) => {
    const known = folded.get(page) ?? foldPage(page.text);
    folded.set(page, known);
    return known;
  };
  return ({ url, quote, of }) => {
    const page = byKey.get(pageKey(url));
    const text = cutText(quote.trim(), MAX_QUOTE_CHARACTERS);
    const context = page && (locateQuote(searchable(page), text) ?? (of === 'page' || text === '' ? null : NO_CONTEXT));
    if (context) return { text, url: page.url, title: page.title, date: page.age, ...withoutHalves(context) };
    onFault({ step: 'gather', code: 'quote_not_in_page', id: null });
    return null;
  };
}

/** Replaces lone surrogates, which may be left where the context was cut out of its page. */
function withoutHalves({ before, after, heading, opening, tableHeader, paragraph }: QuoteContext): QuoteContext {
  return {
    before: storable(before),
    after: storable(after),
    heading: storable(heading),
    opening: storable(opening),
    tableHeader: storable(tableHeader),
    paragraph,
  };
}

function sameQuotes(one: readonly Quote[], other: readonly Quote[]): boolean {
  return (
    one.length === other.length && one.every(({ text, url }, at) => text === other[at]?.text && url === other[at].url)
  );
}

/** Returns quoted pages, cut to their quotes; for a guest, also the chosen page and any that name them. */
function pagesOf(subject: DossierSubject, pages: readonly Page[], findings: readonly Finding[]): DossierPage[] {
  const quotes = findings.flatMap((finding) => finding.quotes);
  return pages.flatMap((page) => {
    const quoted = quotes.filter(({ url }) => url === page.url).map(({ text }) => text);
    const whole = `${page.title}\n${page.text}`;
    if (subject.kind === 'company') return quoted.length === 0 ? [] : [{ ...page, text: quoted.join('\n') }];
    const isNamed = holdsPerson(whole, subject.guest.name);
    const isPage = subject.kind === 'page' && pageKey(page.url) === pageKey(subject.url);
    if (quoted.length === 0 && !isPage && !isNamed) return [];
    const naming = holdsPerson(quoted.join('\n'), subject.guest.name)
      ? ''
      : sentenceNaming(page.text, subject.guest.name);
    const text = [naming, ...quoted].filter((part) => part !== '').join('\n');
    return [{ ...page, text, holdsAddress: holdsAddress(page.text, subject.guest.email) }];
  });
}

/** Deduplicates pages, keeping the longest text. Drops pages that are not on the web or have an overlong URL. */
function mergePages(pages: readonly Page[]): Page[] {
  const byKey = new Map<string, Page>();
  for (const page of [...pages].toSorted((a, b) => b.text.length - a.text.length)) {
    const key = pageKey(page.url);
    if (!key || page.url.length > MAX_ADDRESS_CHARACTERS) continue;
    const known = byKey.get(key);
    byKey.set(key, {
      url: known?.url ?? page.url,
      title: known?.title || page.title,
      requestedUrl: known?.requestedUrl ?? page.requestedUrl,
      age: known?.age ?? page.age,
      text: known?.text || page.text,
    });
  }
  return [...byKey.values()].map((page) => ({
    ...page,
    title: cutText(page.title || page.url, MAX_TITLE_CHARACTERS),
  }));
}
