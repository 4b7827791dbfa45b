import type Anthropic from '@anthropic-ai/sdk';
import * as z from 'zod';
import { unseal } from './gathering/seal.ts';

const latinCharsPerToken = 4;
const wideCharsPerToken = 1.3;
/** Tokens of one PDF page, text and image; the vendor counts 1,500 to 3,000. */
const pdfPageTokens = 2_000;
/** Tokens that offering a server tool adds to a prompt, as seen in recorded responses. */
const serverToolTokens: Record<string, number> = { web_search: 2_000, web_fetch: 1_850 };

const wide = /[\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

/** Estimates tokens: about four characters each; slightly more than one for Chinese, Japanese and Korean. */
export function countTokens(text: string): number {
  const wideChars = text.match(wide)?.length ?? 0;
  return Math.ceil((text.length - wideChars) / latinCharsPerToken + wideChars / wideCharsPerToken);
}

const source = z.union([
  z.looseObject({ type: z.literal('text'), data: z.string() }),
  z.looseObject({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: z.string() }),
]);
const searchResult = z.looseObject({ url: z.string(), title: z.string(), encrypted_content: z.string() });
const counted = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('document'), title: z.string().nullish(), source }),
  z.looseObject({ type: z.enum(['thinking', 'redacted_thinking']) }),
  z.looseObject({ type: z.literal('web_search_tool_result'), content: z.array(searchResult) }),
  z.looseObject({
    type: z.literal('web_fetch_tool_result'),
    content: z.looseObject({ type: z.literal('web_fetch_result'), url: z.string(), content: z.unknown() }),
  }),
  z.looseObject({ type: z.enum(['tool_use', 'server_tool_use']), input: z.unknown() }),
]);

/** Counts the tokens of a block: text, document, tool call or result. Earlier citations and thinking are free. */
export function blockTokens(block: unknown): number {
  const parsed = counted.safeParse(block);
  if (!parsed.success) return countTokens(JSON.stringify(block));
  const { data } = parsed;
  if (data.type === 'text') return countTokens(data.text);
  if (data.type === 'document') return countTokens(data.title ?? '') + sourceTokens(data.source);
  if (data.type === 'web_search_tool_result') {
    const read = data.content.map(({ url, title, encrypted_content: sealed }) => `${url} ${title} ${unseal(sealed)}`);
    return countTokens(read.join('\n'));
  }
  if (data.type === 'web_fetch_tool_result') return countTokens(data.content.url) + blockTokens(data.content.content);
  return 'input' in data ? countTokens(JSON.stringify(data.input)) + 8 : 0;
}

/** Counts the tokens of a tool definition. */
export function toolTokens(tool: { name: string; type?: string | null | undefined }): number {
  const isServerTool = typeof tool.type === 'string' && tool.type !== 'custom';
  return (isServerTool ? serverToolTokens[tool.name] : undefined) ?? countTokens(JSON.stringify(tool));
}

/** Counts the tokens the model wrote in a block; server tool results are input. */
export function outputTokens(block: Anthropic.ContentBlock): number {
  return block.type === 'text' || block.type === 'server_tool_use' || block.type === 'tool_use'
    ? blockTokens(block)
    : 0;
}

export function resultTokens(block: Anthropic.ContentBlock): number {
  return block.type === 'web_search_tool_result' || block.type === 'web_fetch_tool_result' ? blockTokens(block) : 0;
}

/** Returns the blocks that fit in `maxTokens`; the last may be cut off mid-word. */
export function truncate(
  blocks: Anthropic.ContentBlock[],
  maxTokens: number,
): { blocks: Anthropic.ContentBlock[]; cut: boolean } {
  const kept: Anthropic.ContentBlock[] = [];
  let left = maxTokens;
  for (const block of blocks) {
    const size = outputTokens(block);
    if (size > left) {
      if (block.type === 'text' && left > 0) kept.push({ ...block, text: cutText(block.text, left) });
      return { blocks: kept, cut: true };
    }
    kept.push(block);
    left -= size;
  }
  return { blocks: kept, cut: false };
}

function cutText(text: string, tokens: number): string {
  let length = Math.min(text.length, tokens * latinCharsPerToken);
  while (length > 0 && countTokens(text.slice(0, length)) > tokens) length -= 1;
  return text.slice(0, length);
}

function sourceTokens({ type, data }: z.infer<typeof source>): number {
  if (type === 'text') return countTokens(data);
  const pages =
    Buffer.from(data, 'base64')
      .toString('latin1')
      .match(/\/Type \/Page\b(?!s)/g)?.length ?? 1;
  return pages * pdfPageTokens;
}
