import type { MessageRequest } from './request.ts';
import { blockTokens, countTokens, toolTokens } from './tokens.ts';

export type CountedRequest = Pick<MessageRequest, 'messages' | 'system' | 'tools'>;

/** One block of a prompt, in the order the vendor reads and caches it: tools, system, messages. */
export type PromptPart = {
  /** Role and content, without `cache_control` marks. */
  key: string;
  tokens: number;
  block: unknown;
};

const messageTokens = 8;

export function promptParts({ messages, system = [], tools = [] }: CountedRequest): PromptPart[] {
  const systemBlocks = typeof system === 'string' ? [{ type: 'text', text: system }] : system;
  return [
    ...tools.map((tool) => ({ key: keyOf('tool', tool), tokens: toolTokens(tool), block: tool })),
    ...systemBlocks.map((block) => ({ key: keyOf('system', block), tokens: blockTokens(block), block })),
    ...messages.flatMap(({ role, content }) =>
      (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map((block, index) =>
        messagePart(role, block, index),
      ),
    ),
  ];
}

/** Returns a message's block as a prompt part. The first block also counts the message's own tokens. */
export function messagePart(role: 'user' | 'assistant', block: unknown, index: number): PromptPart {
  return { key: keyOf(role, block), tokens: blockTokens(block) + (index === 0 ? messageTokens : 0), block };
}

/** Counts a request's tokens: text, tool definitions and attached documents. */
export function countRequestTokens(request: CountedRequest): number {
  const parts = promptParts(request);
  return parts.length === 0 ? countTokens('') : parts.reduce((sum, { tokens }) => sum + tokens, 0);
}

function keyOf(kind: string, block: unknown): string {
  return `${kind} ${JSON.stringify(canonical(block))}`;
}

/** Sorts a block's keys and removes nulls and cache marks, so that blocks with the same content are equal. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, child]) => key !== 'cache_control' && child !== null && child !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, canonical(child)]),
  );
}
