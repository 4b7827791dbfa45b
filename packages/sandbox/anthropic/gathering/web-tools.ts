import { randomBytes } from 'node:crypto';
import type Anthropic from '@anthropic-ai/sdk';
import type { Behaviour } from '#sandbox/anthropic/behaviours.ts';
import { isWebFetch, isWebSearch, type MessageRequest } from '#sandbox/anthropic/request.ts';
import { quotable, type WorldPage } from '#sandbox/world/pages.ts';
import type { World } from '#sandbox/world/world.ts';
import { citePdf, citeResult, citeText } from './citations.ts';
import { type FetchedDocument, readEarlier } from './documents.ts';
import { seal } from './seal.ts';

type Domains = { allowed_domains?: string[] | null | undefined; blocked_domains?: string[] | null | undefined };

/**
 * The vendor's server-side web tools for one request. Each call appends a call and a result block, and counts as a use
 * if it ran. A tool that is not offered or has failed does nothing.
 */
export type WebTools = {
  blocks: Anthropic.ContentBlock[];
  usage: Anthropic.ServerToolUsage;
  offersSearch: boolean;
  offersFetch: boolean;
  /** Pages found, best first; empty if search is not offered, is used up or has failed. */
  search(query: string): WorldPage[];
  /** The page at `domain/path`; undefined if it cannot be fetched. The result block has the URL that serves it. */
  fetch(location: string): WorldPage | undefined;
  /** Number of fetches `max_uses` still allows; 0 if fetching is not offered or has failed. */
  fetchesLeft(): number;
  /** All pages fetched or found by searches in this answer and earlier ones, fetched ones first. */
  seen(): WorldPage[];
  /** Whether the page at `domain/path` was fetched: in this answer with citations on, or in an earlier one. */
  wasFetched(location: string): boolean;
  /** Quotes in earlier answers. */
  saidBefore: ReadonlySet<string>;
  /** The citation for a passage of a page that was read; undefined if it cannot be cited. */
  cite(page: WorldPage, passage: string): Anthropic.TextCitation | undefined;
};

const maxQueryChars = 400;
const maxUrlChars = 250;
/** Length of the excerpt of each search result that the model gets. */
const excerptChars = 1_600;
/** `November 3, 2026`, in the vendor's format. */
const pageAge = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Creates the web tools for a request. `planned` can make a search or fetch fail. */
export function createWebTools(request: MessageRequest, world: World, planned: Behaviour | undefined): WebTools {
  const searchTool = request.tools?.find(isWebSearch);
  const fetchTool = request.tools?.find(isWebFetch);
  const blocks: Anthropic.ContentBlock[] = [];
  const usage = { web_search_requests: 0, web_fetch_requests: 0 };
  const earlier = readEarlier(request, world);
  const found = new Map(earlier.found.map((page) => [page.url, page]));
  const fetched = new Map<string, FetchedDocument>(earlier.fetched.map((document) => [document.page.url, document]));
  let documents = earlier.documents;
  let plannedError = planned;
  let searchEnded = searchTool === undefined;
  let fetchEnded = fetchTool === undefined;

  function use(name: 'web_search' | 'web_fetch', input: object): string {
    const id = `srvtoolu_01${randomBytes(11).toString('hex')}`;
    blocks.push({ type: 'server_tool_use', id, name, input, caller: { type: 'direct' } });
    return id;
  }

  /**
   * Reports a failed search. A bad query affects only itself; a tool that failed or is used up stays unavailable for
   * this answer.
   */
  function searchError(id: string, code: Anthropic.WebSearchToolResultErrorCode): WorldPage[] {
    searchEnded = code !== 'query_too_long' && code !== 'invalid_tool_input';
    blocks.push({
      type: 'web_search_tool_result',
      tool_use_id: id,
      caller: { type: 'direct' },
      content: { type: 'web_search_tool_result_error', error_code: code },
    });
    return [];
  }

  function fetchError(id: string, code: Anthropic.WebFetchToolResultErrorCode): undefined {
    fetchEnded ||= code === 'unavailable' || code === 'too_many_requests' || code === 'max_uses_exceeded';
    blocks.push({
      type: 'web_fetch_tool_result',
      tool_use_id: id,
      caller: { type: 'direct' },
      content: { type: 'web_fetch_tool_result_error', error_code: code },
    });
  }

  function documentOf(page: WorldPage, cites: boolean): { block: Anthropic.DocumentBlock; text: string } {
    const citations = cites ? { enabled: true } : null;
    if (page.sheets) {
      const data = world.pdf(page).toString('base64');
      const source = { type: 'base64', media_type: 'application/pdf', data } as const;
      return { block: { type: 'document', title: null, citations, source }, text: world.text(page) };
    }
    const text = world.text(page).slice(0, (fetchTool?.max_content_tokens ?? 100_000) * 4);
    const source = { type: 'text', media_type: 'text/plain', data: text } as const;
    return { block: { type: 'document', title: page.title, citations, source }, text };
  }

  return {
    blocks,
    usage,
    offersSearch: searchTool !== undefined,
    offersFetch: fetchTool !== undefined,
    saidBefore: earlier.said,

    search: (query) => {
      if (searchEnded || !searchTool) return [];
      const id = use('web_search', { query });
      if (plannedError?.behaviour === 'search_error') {
        const { errorCode } = plannedError;
        plannedError = undefined;
        return searchError(id, errorCode);
      }
      if (query.length > maxQueryChars) return searchError(id, 'query_too_long');
      if (usage.web_search_requests >= (searchTool.max_uses ?? Infinity)) return searchError(id, 'max_uses_exceeded');
      usage.web_search_requests += 1;
      const pages = world
        .search(query, 30)
        .filter((page) => isAllowed(page, searchTool))
        .slice(0, 10);
      for (const page of pages) found.set(page.url, page);
      blocks.push({
        type: 'web_search_tool_result',
        tool_use_id: id,
        caller: { type: 'direct' },
        content: pages.map((page) => ({
          type: 'web_search_result',
          url: page.url,
          title: page.title,
          encrypted_content: seal(excerptOf(page, world)),
          page_age: pageAge.format(page.publishedAt),
        })),
      });
      return pages;
    },

    fetch: (location) => {
      if (fetchEnded || !fetchTool) return undefined;
      const page = world.page(location);
      const url = `https://${location}`;
      const id = use('web_fetch', { url });
      if (plannedError?.behaviour === 'fetch_error') {
        const { errorCode } = plannedError;
        plannedError = undefined;
        return fetchError(id, errorCode);
      }
      if (usage.web_fetch_requests >= (fetchTool.max_uses ?? Infinity)) return fetchError(id, 'max_uses_exceeded');
      usage.web_fetch_requests += 1;
      const target = page ?? { domain: location.split('/')[0] ?? '', path: '', isOpen: true };
      if (url.length > maxUrlChars) return fetchError(id, 'url_too_long');
      if (!isAllowed(target, fetchTool) || !target.isOpen) return fetchError(id, 'url_not_allowed');
      if (!page) return fetchError(id, 'url_not_accessible');
      const { block, text } = documentOf(page, fetchTool.citations?.enabled === true);
      if (block.citations) fetched.set(page.url, { page, index: documents, text });
      documents += 1;
      blocks.push({
        type: 'web_fetch_tool_result',
        tool_use_id: id,
        caller: { type: 'direct' },
        content: { type: 'web_fetch_result', url: page.url, retrieved_at: new Date().toISOString(), content: block },
      });
      return page;
    },

    wasFetched: (location) => {
      const page = world.page(location);
      return page !== undefined && fetched.has(page.url);
    },

    fetchesLeft: () => (fetchEnded ? 0 : (fetchTool?.max_uses ?? 10) - usage.web_fetch_requests),

    seen: () => [
      ...new Map(
        [...[...fetched.values()].map(({ page }) => page), ...found.values()].map((page) => [page.url, page]),
      ).values(),
    ],

    cite: (page, passage) => {
      const document = fetched.get(page.url);
      const inDocument = document && (page.sheets ? citePdf(document, passage) : citeText(document, passage));
      return inDocument ?? (found.has(page.url) ? citeResult(page, passage) : undefined);
    },
  };
}

/** Returns the excerpt of a page that a search passes to the model: part of its article, verbatim. */
function excerptOf(page: WorldPage, world: World): string {
  const [first = ''] = quotable(page);
  const text = world.text(page);
  const start = Math.max(0, text.indexOf(first));
  return text.slice(start, start + excerptChars);
}

/** Returns whether the tool's lists allow a page. An entry is a domain, with its subdomains, and an optional path. */
function isAllowed(page: Pick<WorldPage, 'domain' | 'path'>, { allowed_domains, blocked_domains }: Domains): boolean {
  const matches = (entry: string) => {
    const [domain = '', ...path] = entry
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .split('/');
    const inDomain = page.domain === domain || page.domain.endsWith(`.${domain}`);
    return inDomain && page.path.startsWith(path.join('/').replace(/\*.*$/, ''));
  };
  if (allowed_domains?.length) return allowed_domains.some(matches);
  return !blocked_domains?.some(matches);
}
