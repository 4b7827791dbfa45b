import { createHash } from 'node:crypto';
import * as z from 'zod';
import { invalidRequest } from './errors.ts';
import type { MessageRequest } from './request.ts';
import { countTokens } from './tokens.ts';

/** Input tokens that were read from the cache, and those written to it by how long they stay. The rest of the input was not cached. */
export type CacheUse = { read: number; written: { '5m': number; '1h': number } };

export type PromptCache = {
  /** Looks a request up and remembers it. Throws 400 for more than four breakpoints. */
  use(request: MessageRequest): CacheUse;
  clear(): void;
};

/** Up to a breakpoint the prompt is cached. */
type Breakpoint = { key: string; tokens: number; ttl: '5m' | '1h' };

const cacheControl = z.object({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).default('5m') });
const marked = z.looseObject({ cache_control: cacheControl });
const lifetimeMs = { '5m': 300_000, '1h': 3_600_000 } as const;
const minTokens = 1_024;
const maxBreakpoints = 4;

/** Prompt caching as far as a caller sees it: whose prefix was sent before, within its time to live, is read instead of written. */
export function createPromptCache(): PromptCache {
  const expiresAtMs = new Map<string, number>();

  return {
    use: (request) => {
      const nowMs = Date.now();
      const breakpoints = findBreakpoints(request);
      const read = breakpoints.findLast(({ key }) => (expiresAtMs.get(key) ?? 0) > nowMs)?.tokens ?? 0;
      const last = breakpoints.at(-1);
      for (const { key, ttl } of breakpoints) expiresAtMs.set(key, nowMs + lifetimeMs[ttl]);
      const written = { '5m': 0, '1h': 0 };
      if (last) written[last.ttl] = last.tokens - read;
      return { read, written };
    },
    clear: () => expiresAtMs.clear(),
  };
}

/** In the order of the prompt: tools, system, messages. Prefixes that are too short to be cached are left out, as the vendor does silently. */
function findBreakpoints(request: MessageRequest): Breakpoint[] {
  const { tools = [], system = [], messages } = request;
  const contents = messages.map(({ content }) => content);
  const blocks = [tools, system, ...contents].flatMap<unknown>((part) => part);
  const places = blocks.flatMap((block, index) => {
    const ttl = marked.safeParse(block).data?.cache_control.ttl;
    return ttl === undefined ? [] : [{ index, ttl }];
  });
  if (places.length > maxBreakpoints) {
    throw invalidRequest(
      `A maximum of ${maxBreakpoints} blocks with cache_control may be provided. Found ${places.length}.`,
    );
  }
  const automatic = cacheControl.safeParse(request.cache_control).data;
  if (automatic) places.push({ index: blocks.length - 1, ttl: automatic.ttl });
  return places
    .map(({ index, ttl }) => {
      const prefix = JSON.stringify([request.model, ...blocks.slice(0, index + 1)]);
      return { key: createHash('sha256').update(prefix).digest('base64'), tokens: countTokens(prefix), ttl };
    })
    .filter(({ tokens }) => tokens >= minTokens);
}
