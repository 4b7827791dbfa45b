import type Anthropic from '@anthropic-ai/sdk';
import type { WorldPage } from '#sandbox/world/pages.ts';
import type { FetchedDocument } from './documents.ts';
import { seal } from './seal.ts';

const maxCitedChars = 150;

/** Cites a passage of a fetched text by character range, with one space or newline after it, as the vendor does. */
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

/** Cites a sentence of a PDF by page. Pages count from 1; the end is exclusive. */
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

/** Cites a passage of a search result, truncated to 150 characters. */
export function citeResult({ url, title }: WorldPage, passage: string): Anthropic.TextCitation {
  return {
    type: 'web_search_result_location',
    url,
    title,
    encrypted_index: seal(`${url}#${passage}`),
    cited_text: passage.length > maxCitedChars ? `${passage.slice(0, maxCitedChars - 3)}...` : passage,
  };
}
