import type Anthropic from '@anthropic-ai/sdk';
import { decodeEntities } from '#domain/decode-entities.ts';
import { urlKey } from '#domain/page-key.ts';
import { storable } from '#domain/storable-text.ts';
import type { Citation, CitedPassage, FailedFetch, Gathered, SearchOutcome, SourcePage } from './provider.ts';

/** A fetched page; PDFs have no text in which to look up quotes. */
type Fetched = SourcePage & { isPdf: boolean };

const MAY_PASS: ReadonlySet<Anthropic.WebFetchToolResultErrorCode> = new Set([
  'too_many_requests',
  'unavailable',
  'url_not_accessible',
]);

/** Extracts pages, cited passages and failed fetches from a conversation's blocks; failed searches yield nothing. */
export function readGathered(
  blocks: readonly Anthropic.ContentBlock[],
): Pick<Gathered, 'pages' | 'failedFetches' | 'passages' | 'search'> {
  const documents: Fetched[] = [];
  const results: SourcePage[] = [];
  const failedFetches: FailedFetch[] = [];
  /** The URL or query of each call. */
  const asked = new Map<string, string>();
  for (const block of blocks) {
    if (block.type === 'server_tool_use')
      asked.set(block.id, textIn(block.input, block.name === 'web_fetch' ? 'url' : 'query'));
    if (block.type === 'web_fetch_tool_result') {
      const url = asked.get(block.tool_use_id) ?? null;
      if (block.content.type === 'web_fetch_result') documents.push(fetchedPage(block.content, url));
      else if (url !== null && MAY_PASS.has(block.content.error_code))
        failedFetches.push({ url, isOutage: block.content.error_code !== 'url_not_accessible' });
    }
    if (block.type === 'web_search_tool_result' && Array.isArray(block.content)) {
      const query = asked.get(block.tool_use_id) ?? '';
      results.push(...block.content.map((result) => foundPage(result, query)));
    }
  }
  const passages = blocks.flatMap((block): CitedPassage[] =>
    block.type === 'text'
      ? [{ text: storable(block.text), citations: readCitations(block.citations ?? [], documents) }]
      : [],
  );
  const found = Map.groupBy(results, ({ url }) => urlKey(url));
  const fetched = documents.map(({ isPdf: _isPdf, ...page }) => {
    const keys = new Set([page.url, page.requestedUrl ?? page.url].map(urlKey));
    return { ...page, foundBy: [...keys].flatMap((key) => found.get(key) ?? []).flatMap(({ foundBy }) => foundBy) };
  });
  return { pages: [...fetched, ...results], failedFetches, passages, search: searchOutcome(blocks) };
}

/**
 * Returns whether web search worked. Individual searches may fail, and reaching our own limit does not mean that the
 * vendor's search is broken.
 */
function searchOutcome(blocks: readonly Anthropic.ContentBlock[]): SearchOutcome {
  const searches = blocks.flatMap((block) => (block.type === 'web_search_tool_result' ? [block.content] : []));
  if (searches.some((content) => Array.isArray(content))) return 'sound';
  const isBroken = searches.some((content) => 'error_code' in content && content.error_code !== 'max_uses_exceeded');
  return isBroken ? 'broken' : 'unused';
}

export function readText(blocks: readonly Anthropic.ContentBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function fetchedPage({ url, content }: Anthropic.WebFetchBlock, requestedUrl: string | null): Fetched {
  const isPdf = content.source.type !== 'text';
  const text = content.source.type === 'text' ? storable(content.source.data) : '';
  const title = storable(content.title ?? '');
  return { url: storable(url), title, requestedUrl, foundBy: [], text, age: null, isPdf };
}

/** The vendor may omit what it doesn't know, whatever its types say. */
function foundPage({ url, title, page_age: age }: Anthropic.WebSearchResultBlock, query: string): SourcePage {
  return {
    url: storable(url),
    title: storable(title ?? ''),
    requestedUrl: null,
    foundBy: [query],
    text: '',
    age: storable(age ?? null),
  };
}

/**
 * Citations of search results contain the URL; citations of fetched pages, the index of a document in
 * the conversation.
 */
function readCitations(citations: readonly Anthropic.TextCitation[], documents: readonly Fetched[]): Citation[] {
  return citations.flatMap((citation): Citation[] => {
    if (citation.type === 'web_search_result_location')
      return [{ url: storable(citation.url), quote: storable(readExcerpt(citation.cited_text)), of: 'result' }];
    if (citation.type === 'search_result_location') return [];
    const document = documents[citation.document_index];
    return document
      ? [{ url: document.url, quote: storable(citation.cited_text), of: document.isPdf ? 'pdf' : 'page' }]
      : [];
  });
}

const WORDS = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Reads a search result's excerpt, which is escaped HTML of at most 150 characters. One that was cut off loses its last
 * word too, which may be only the "12" of "12,000".
 */
function readExcerpt(citedText: string): string {
  const text = decodeEntities(citedText);
  const whole = text.replace(/\s*(?:\.{3}|…)$/, '');
  if (whole === text) return text;
  const lastWord = [...WORDS.segment(whole)].findLast(({ isWordLike }) => isWordLike);
  return whole.slice(0, lastWord?.index ?? 0).trimEnd();
}

function textIn(input: unknown, key: 'url' | 'query'): string {
  const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, key) : null;
  return typeof value === 'string' ? storable(value) : '';
}
