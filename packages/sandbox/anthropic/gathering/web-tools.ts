import { randomBytes } from 'node:crypto';
import type Anthropic from '@anthropic-ai/sdk';
import * as z from 'zod';
import type { Behaviour } from '#sandbox/anthropic/behaviours.ts';
import { isWebFetch, isWebSearch, type MessageRequest } from '#sandbox/anthropic/request.ts';
import { formatDay } from '#sandbox/world/dates.ts';
import type { WorldPage } from '#sandbox/world/pages.ts';
import type { World } from '#sandbox/world/world.ts';

type Domains = { allowed_domains?: string[] | null | undefined; blocked_domains?: string[] | null | undefined };
type Seen = { page: WorldPage; documentIndex: number | undefined; documentText: string };

/** The vendor's server-side web tools for one request: each call appends its two blocks and counts. */
export type WebTools = {
  blocks: Anthropic.ContentBlock[];
  usage: Anthropic.ServerToolUsage;
  offersSearch: boolean;
  offersFetch: boolean;
  /** Pages found, best first; none when search is not offered, used up or out of order. */
  search(query: string): WorldPage[];
  /** The page at `domain/path`, or undefined when it cannot be fetched. The result carries the address it is served under. */
  fetch(location: string): WorldPage | undefined;
  /** How many more fetches `max_uses` allows. */
  fetchesLeft(): number;
  /** All pages read so far, in reading order. */
  seen(): WorldPage[];
  /** Whether the page at `domain/path` was fetched, in this answer or in an earlier one of the conversation. */
  wasFetched(location: string): boolean;
  /** How a sentence of a page that was read is cited; none where its page cannot be cited. */
  cite(page: WorldPage, sentence: string): Anthropic.TextCitation[];
};

const maxCitedChars = 150;
/** `November 3, 2026`, as the vendor writes it. */
const pageAge = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `planned` may let search or fetch fail. */
export function createWebTools(request: MessageRequest, world: World, planned: Behaviour | undefined): WebTools {
  const searchTool = request.tools?.find(isWebSearch);
  const fetchTool = request.tools?.find(isWebFetch);
  const blocks: Anthropic.ContentBlock[] = [];
  const usage = { web_search_requests: 0, web_fetch_requests: 0 };
  const found = new Map<string, Seen>();
  const fetched = new Map<string, Seen>();
  for (const page of fetchedEarlier(request, world)) {
    fetched.set(page.url, {
      page,
      documentIndex: givenDocuments(request) + fetched.size,
      documentText: pageText(page),
    });
  }
  let searchEnded = searchTool === undefined;
  let fetchEnded = fetchTool === undefined;

  function use(name: 'web_search' | 'web_fetch', input: object): string {
    const id = `srvtoolu_01${randomBytes(11).toString('hex')}`;
    blocks.push({ type: 'server_tool_use', id, name, input, caller: { type: 'direct' } });
    return id;
  }

  function searchError(id: string, code: Anthropic.WebSearchToolResultErrorCode): WorldPage[] {
    searchEnded = true;
    blocks.push({
      type: 'web_search_tool_result',
      tool_use_id: id,
      caller: { type: 'direct' },
      content: { type: 'web_search_tool_result_error', error_code: code },
    });
    return [];
  }

  function fetchError(id: string, code: Anthropic.WebFetchToolResultErrorCode): undefined {
    blocks.push({
      type: 'web_fetch_tool_result',
      tool_use_id: id,
      caller: { type: 'direct' },
      content: { type: 'web_fetch_tool_result_error', error_code: code },
    });
  }

  return {
    blocks,
    usage,
    offersSearch: searchTool !== undefined,
    offersFetch: fetchTool !== undefined,

    search: (query) => {
      if (searchEnded || !searchTool) return [];
      const id = use('web_search', { query });
      if (planned?.behaviour === 'search_error') return searchError(id, planned.errorCode);
      if (usage.web_search_requests >= (searchTool.max_uses ?? Infinity)) return searchError(id, 'max_uses_exceeded');
      usage.web_search_requests += 1;
      const pages = world
        .search(query, 30)
        .filter((page) => isAllowed(page, searchTool))
        .slice(0, 10);
      for (const page of pages) {
        found.set(page.url, { page, documentIndex: undefined, documentText: '' });
      }
      blocks.push({
        type: 'web_search_tool_result',
        tool_use_id: id,
        caller: { type: 'direct' },
        content: pages.map((page) => ({
          type: 'web_search_result',
          url: page.url,
          title: page.title,
          encrypted_content: seal(page.sentences.join(' ')),
          page_age: pageAge.format(page.publishedAt),
        })),
      });
      return pages;
    },

    fetch: (location) => {
      if (fetchEnded || !fetchTool) return undefined;
      const page = world.page(location);
      const id = use('web_fetch', { url: `https://${location}` });
      if (planned?.behaviour === 'fetch_error') {
        fetchEnded = true;
        return fetchError(id, planned.errorCode);
      }
      if (usage.web_fetch_requests >= (fetchTool.max_uses ?? Infinity)) {
        fetchEnded = true;
        return fetchError(id, 'max_uses_exceeded');
      }
      usage.web_fetch_requests += 1;
      const target = page ?? { domain: location.split('/')[0] ?? '', path: '' };
      if (!isAllowed(target, fetchTool)) return fetchError(id, 'url_not_allowed');
      if (!page) return fetchError(id, 'url_not_accessible');
      const cites = fetchTool.citations?.enabled === true;
      const documentText = pageText(page).slice(0, (fetchTool.max_content_tokens ?? 100_000) * 4);
      const documentIndex = cites ? givenDocuments(request) + fetched.size : undefined;
      fetched.set(page.url, { page, documentIndex, documentText });
      blocks.push({
        type: 'web_fetch_tool_result',
        tool_use_id: id,
        caller: { type: 'direct' },
        content: {
          type: 'web_fetch_result',
          url: page.url,
          retrieved_at: new Date().toISOString(),
          content: {
            type: 'document',
            title: page.title,
            citations: cites ? { enabled: true } : null,
            source: { type: 'text', media_type: 'text/plain', data: documentText },
          },
        },
      });
      return page;
    },

    wasFetched: (location) => {
      const page = world.page(location);
      return page !== undefined && fetched.has(page.url);
    },

    fetchesLeft: () => (fetchEnded ? 0 : (fetchTool?.max_uses ?? 8) - usage.web_fetch_requests),

    seen: () => [...new Map([...fetched, ...found].map(([url, { page }]) => [url, page])).values()],

    cite: (page, sentence) => {
      if (found.has(page.url)) {
        return [
          {
            type: 'web_search_result_location',
            url: page.url,
            title: page.title,
            encrypted_index: seal(`${page.url}#${page.sentences.indexOf(sentence)}`),
            cited_text: sentence.length > maxCitedChars ? `${sentence.slice(0, maxCitedChars - 3)}...` : sentence,
          },
        ];
      }
      const document = fetched.get(page.url);
      const start = document?.documentText.indexOf(sentence) ?? -1;
      if (document?.documentIndex === undefined || start < 0) return [];
      return [
        {
          type: 'char_location',
          document_index: document.documentIndex,
          document_title: page.title,
          file_id: null,
          cited_text: sentence,
          start_char_index: start,
          end_char_index: start + sentence.length,
        },
      ];
    },
  };
}

/** A fetched page as text: title, day, then one sentence a line. */
function pageText(page: WorldPage): string {
  return `${page.title}\n${formatDay(page.publishedAt)}\n\n${page.sentences.join('\n')}`;
}

/** Entries are domains, with an optional path; a domain stands for its subdomains too. */
function isAllowed(page: Pick<WorldPage, 'domain' | 'path'>, { allowed_domains, blocked_domains }: Domains): boolean {
  const matches = (entry: string) => {
    const [domain = '', ...path] = entry
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .split('/');
    const inDomain = page.domain === domain || page.domain.endsWith(`.${domain}`);
    return inDomain && page.path.startsWith(path.join('/'));
  };
  if (allowed_domains?.length) return allowed_domains.some(matches);
  return !blocked_domains?.some(matches);
}

const fetchResult = z.looseObject({
  type: z.literal('web_fetch_tool_result'),
  content: z.looseObject({ type: z.literal('web_fetch_result'), url: z.string() }),
});

/** What earlier answers fetched: those that the caller has answered, and not a paused one that is gone on with. */
function fetchedEarlier({ messages }: MessageRequest, world: World): WorldPage[] {
  const lastWord = messages.findLastIndex(({ role }) => role === 'user');
  const blocks = messages
    .slice(0, lastWord)
    .flatMap(({ role, content }) => (role === 'assistant' && typeof content !== 'string' ? content : []));
  return blocks.flatMap((block) => {
    const result = fetchResult.safeParse(block);
    return result.success ? world.pages().filter(({ url }) => url === result.data.content.url) : [];
  });
}

/** Documents of the caller come first in the vendor's numbering. */
function givenDocuments({ messages }: MessageRequest): number {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return blocks.filter(({ type }) => type === 'document' || type === 'web_fetch_tool_result').length;
}

/** Opaque to the caller, as the vendor's encrypted fields are. */
function seal(text: string): string {
  return Buffer.from(`sandbox:${text}`).toString('base64');
}
