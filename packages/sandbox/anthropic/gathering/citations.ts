import type Anthropic from '@anthropic-ai/sdk';
import type { WorldPage } from '#sandbox/world/pages.ts';
import type { FetchedDocument } from './documents.ts';
import { seal } from './seal.ts';

const maxCitedChars = 150;

/** A passage of a fetched text by its characters, with the white space behind it, as the vendor's chunks have it. */
export function citeText({ page, index, text }: FetchedDocument, passage: string): Anthropic.TextCitation | undefined {
  const start = text.indexOf(passage);
  if (start < 0) return undefined;
  const end = start + passage.length;
  const gap = /^[ \n]/.test(text.slice(end)) ? 1 : 0;
  return {
    type: 'char_location',
    document_index: index,
    document_title: page.title,
    file_id: null,
    cited_text: text.slice(start, end + gap),
    start_char_index: start,
    end_char_index: end + gap,
  };
}

/** A sentence of a PDF by its page; pages count from 1, and the end is the page behind. */
export function citePdf({ page, index }: FetchedDocument, sentence: string): Anthropic.TextCitation | undefined {
  const sheet = page.sheets?.findIndex((sentences) => sentences.includes(sentence)) ?? -1;
  if (sheet < 0) return undefined;
  return {
    type: 'page_location',
    document_index: index,
    document_title: null,
    file_id: null,
    cited_text: sentence,
    start_page_number: sheet + 1,
    end_page_number: sheet + 2,
  };
}

/** A passage of a search result: no more than its first 150 characters are shown. */
export function citeResult({ url, title }: WorldPage, passage: string): Anthropic.TextCitation {
  return {
    type: 'web_search_result_location',
    url,
    title,
    encrypted_index: seal(`${url}#${passage}`),
    cited_text: passage.length > maxCitedChars ? `${passage.slice(0, maxCitedChars - 3)}...` : passage,
  };
}
