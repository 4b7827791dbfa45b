import type Anthropic from '@anthropic-ai/sdk';
import type { CitedPassage, Gathered, SearchOutcome, SourcePage } from './provider.ts';

/** Reads pages and cited passages out of the blocks of a turn; searches and fetches that failed bring nothing. */
export function readGathered(blocks: readonly Anthropic.ContentBlock[]): Omit<Gathered, 'usage'> {
  const documents: SourcePage[] = [];
  const results: SourcePage[] = [];
  const requested = new Map<string, string>();
  for (const block of blocks) {
    if (block.type === 'server_tool_use' && block.name === 'web_fetch') requested.set(block.id, urlIn(block.input));
    if (block.type === 'web_fetch_tool_result' && block.content.type === 'web_fetch_result') {
      documents.push(fetchedPage(block.content, requested.get(block.tool_use_id) ?? null));
    }
    if (block.type === 'web_search_tool_result' && Array.isArray(block.content)) {
      results.push(...block.content.map(foundPage));
    }
  }
  const passages = blocks.flatMap((block): CitedPassage[] =>
    block.type === 'text' ? [{ text: block.text, citations: readCitations(block.citations ?? [], documents) }] : [],
  );
  return { pages: [...documents, ...results], passages, search: searchOutcome(blocks), raw: readText(blocks) };
}

/** A page that cannot be read and a limit of ours that was reached say nothing about the vendor's tools. */
function searchOutcome(blocks: readonly Anthropic.ContentBlock[]): SearchOutcome {
  const searches = blocks.flatMap((block) => (block.type === 'web_search_tool_result' ? [block.content] : []));
  const isSearchBroken = searches.some(
    (content) => 'error_code' in content && content.error_code !== 'max_uses_exceeded',
  );
  const isFetchBroken = blocks.some(
    (block) =>
      block.type === 'web_fetch_tool_result' &&
      block.content.type === 'web_fetch_tool_result_error' &&
      (block.content.error_code === 'unavailable' || block.content.error_code === 'too_many_requests'),
  );
  if (isSearchBroken || isFetchBroken) return 'broken';
  return searches.some((content) => Array.isArray(content)) ? 'sound' : 'unused';
}

export function readText(blocks: readonly Anthropic.ContentBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function fetchedPage({ url, content }: Anthropic.WebFetchBlock, requestedUrl: string | null): SourcePage {
  const text = content.source.type === 'text' ? content.source.data : '';
  return { url, title: content.title ?? '', requestedUrl, text, age: null };
}

function foundPage({ url, title, page_age: age }: Anthropic.WebSearchResultBlock): SourcePage {
  return { url, title, requestedUrl: null, text: '', age };
}

/** A citation of a search result names its URL, one of a fetched page its place among the documents of the conversation. */
function readCitations(
  citations: readonly Anthropic.TextCitation[],
  documents: readonly SourcePage[],
): CitedPassage['citations'] {
  return citations.flatMap((citation) => {
    if (citation.type === 'web_search_result_location') return [{ url: citation.url, quote: citation.cited_text }];
    if (citation.type === 'search_result_location') return [];
    const document = documents[citation.document_index];
    return document ? [{ url: document.url, quote: citation.cited_text }] : [];
  });
}

/** Whether a page of a site was asked for, and be it that the site did not answer. */
export function isSiteTried(blocks: readonly Anthropic.ContentBlock[], site: string): boolean {
  return blocks.some((block) => {
    if (block.type !== 'server_tool_use' || block.name !== 'web_fetch') return false;
    const host = URL.parse(urlIn(block.input))?.hostname ?? '';
    return host === site || host.endsWith(`.${site}`);
  });
}

function urlIn(input: unknown): string {
  return typeof input === 'object' && input !== null && 'url' in input && typeof input.url === 'string'
    ? input.url
    : '';
}
