import type Anthropic from '@anthropic-ai/sdk';
import { describe, expect, test } from 'vitest';
import { readGathered } from '#providers/research/anthropic-blocks.ts';

const caller = { type: 'direct' } as const;

function search(
  content: Anthropic.WebSearchToolResultBlock['content'],
  tool_use_id = 'srvtoolu_1',
): Anthropic.ContentBlock {
  return { type: 'web_search_tool_result', tool_use_id, caller, content };
}
function asked(id: string, query: string): Anthropic.ContentBlock {
  return { type: 'server_tool_use', id, name: 'web_search', input: { query }, caller };
}
const failed = (error_code: Anthropic.WebSearchToolResultErrorCode) =>
  search({ type: 'web_search_tool_result_error', error_code });
const news = {
  type: 'web_search_result',
  url: 'https://news.test/',
  title: 'News',
  page_age: '3 days ago',
  encrypted_content: '',
} as const;
const found = search([news]);

function fetched(url: string, source: Anthropic.DocumentBlock['source']): Anthropic.ContentBlock {
  const content = { type: 'document', title: url, citations: { enabled: true }, source } as const;
  return {
    type: 'web_fetch_tool_result',
    tool_use_id: 'srvtoolu_2',
    caller,
    content: { type: 'web_fetch_result', url, retrieved_at: null, content },
  };
}
const text = (data: string) => ({ type: 'text', media_type: 'text/plain', data }) as const;
const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } as const;

function said(words: string, ...citations: Anthropic.TextCitation[]): Anthropic.ContentBlock {
  return { type: 'text', text: words, citations };
}
const location = { document_title: null, file_id: null };

describe('a search', () => {
  test.each([
    ['counts as sound if only some queries fail', [failed('query_too_long'), found, failed('unavailable')], 'sound'],
    ['counts as broken if its only query fails', [failed('unavailable')], 'broken'],
    ['counts as unused if its only query exceeds the limit', [failed('max_uses_exceeded')], 'unused'],
    ['counts as sound without results', [search([])], 'sound'],
  ])('%s', (_what, blocks, outcome) => {
    expect(readGathered(blocks).search).toBe(outcome);
  });
});

test('a failed fetch that may work later is kept, marked as an outage or not', () => {
  const failedFetch = (id: string, error_code: Anthropic.WebFetchToolResultErrorCode): Anthropic.ContentBlock[] => [
    { type: 'server_tool_use', id, name: 'web_fetch', input: { url: `https://${id}.test/` }, caller },
    {
      type: 'web_fetch_tool_result',
      tool_use_id: id,
      caller,
      content: { type: 'web_fetch_tool_result_error', error_code },
    },
  ];
  const blocks = [
    ...failedFetch('down', 'unavailable'),
    ...failedFetch('busy', 'too_many_requests'),
    ...failedFetch('dead', 'url_not_accessible'),
    ...failedFetch('file', 'unsupported_content_type'),
  ];
  expect(readGathered(blocks).failedFetches).toEqual([
    { url: 'https://down.test/', isOutage: true },
    { url: 'https://busy.test/', isOutage: true },
    { url: 'https://dead.test/', isOutage: false },
  ]);
});

test('NULs and unpaired surrogates, which the database cannot store, are removed or replaced', () => {
  const bad = 'Corp\0 grew \ud83d';
  const citation = {
    type: 'web_search_result_location',
    url: bad,
    title: bad,
    cited_text: bad,
    encrypted_index: '',
  } as const;
  const result = { type: 'web_search_result', url: bad, title: bad, page_age: bad, encrypted_content: '' } as const;
  const { pages, passages } = readGathered([search([result]), fetched(bad, text(bad)), said(bad, citation)]);
  const stored = 'Corp grew \ufffd';
  expect(pages).toMatchObject([
    { url: stored, title: stored, text: stored },
    { url: stored, title: stored, age: stored },
  ]);
  expect(passages).toEqual([{ text: stored, citations: [{ url: stored, quote: stored, of: 'result' }] }]);
});

test('a search result may lack its title and age', () => {
  const { title: _title, page_age: _age, ...bare } = news;
  const content: unknown = [bare];
  const block: Anthropic.ContentBlock = Object.assign(search([]), { content });
  expect(readGathered([block]).pages).toMatchObject([{ url: news.url, title: '', age: null }]);
});

test('a fetched page carries the queries of all searches that returned its URL', () => {
  const { pages } = readGathered([
    asked('one', 'corp news'),
    asked('two', 'corp results'),
    search([news], 'one'),
    search([news, { ...news, url: 'https://b.test/' }], 'two'),
    fetched('https://www.news.test', text('')),
    fetched('https://a.test/', text('')),
  ]);
  expect(pages.map(({ url, foundBy }) => [url, foundBy])).toEqual([
    ['https://www.news.test', ['corp news', 'corp results']],
    ['https://a.test/', []],
    ['https://news.test/', ['corp news']],
    ['https://news.test/', ['corp results']],
    ['https://b.test/', ['corp results']],
  ]);
});

describe('a citation', () => {
  test('of text or a PDF is resolved by the index of its document', () => {
    const { pages, passages } = readGathered([
      fetched('https://a.test/', text('Ada leads it.')),
      fetched('https://a.test/report.pdf', pdf),
      said('Ada leads it.', {
        ...location,
        type: 'char_location',
        cited_text: 'Ada leads it.',
        document_index: 0,
        start_char_index: 0,
        end_char_index: 13,
      }),
      said('It earned 3.', {
        ...location,
        type: 'page_location',
        cited_text: 'Earnings: 3',
        document_index: 1,
        start_page_number: 4,
        end_page_number: 5,
      }),
    ]);
    expect(pages.map((page) => page.text)).toEqual(['Ada leads it.', '']);
    expect(passages.flatMap(({ citations }) => citations)).toEqual([
      { url: 'https://a.test/', quote: 'Ada leads it.', of: 'page' },
      { url: 'https://a.test/report.pdf', quote: 'Earnings: 3', of: 'pdf' },
    ]);
  });

  test('of a search result carries its own URL', () => {
    const { passages } = readGathered([
      found,
      said('News.', {
        type: 'web_search_result_location',
        url: 'https://news.test/',
        title: 'News',
        cited_text: 'It grew.',
        encrypted_index: '',
      }),
    ]);
    expect(passages[0]?.citations).toEqual([{ url: 'https://news.test/', quote: 'It grew.', of: 'result' }]);
  });

  test.each([
    ['&quot;Acme&#x27;s&quot; sales grew.', '"Acme\'s" sales grew.'],
    ['It raised $1...', 'It raised $'],
    ['Staff grew to about 12 ...', 'Staff grew to about'],
    ['売上高は12億円で、従業員は...', '売上高は12億円で、従業員'],
  ])('of a search result is read as text, without a word that may be cut off: %s', (cited_text, quote) => {
    const citation = { type: 'web_search_result_location', url: 'https://news.test/', title: 'News' } as const;
    const { passages } = readGathered([found, said('News.', { ...citation, cited_text, encrypted_index: '' })]);
    expect(passages[0]?.citations.map((one) => one.quote)).toEqual([quote]);
  });

  test('of a missing document is dropped', () => {
    const { passages } = readGathered([
      said('Ghost.', {
        ...location,
        type: 'char_location',
        cited_text: 'Ghost.',
        document_index: 7,
        start_char_index: 0,
        end_char_index: 6,
      }),
    ]);
    expect(passages[0]?.citations).toEqual([]);
  });
});
