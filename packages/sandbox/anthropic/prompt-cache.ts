import { createHash } from 'node:crypto';
import type Anthropic from '@anthropic-ai/sdk';
import * as z from 'zod';
import { invalidRequest } from './errors.ts';
import { traitsOf } from './models.ts';
import { messagePart, type PromptPart, promptParts } from './prompt-parts.ts';
import type { MessageRequest } from './request.ts';

/** Input tokens read from the cache, and those written to it by lifetime. The rest of the input was not cached. */
export type CacheUse = { read: number; written: { '5m': number; '1h': number } };

/** One request from the cache's point of view. */
export type CachedPrompt = {
  /** Usage of the prompt itself. */
  use: CacheUse;
  /** Stores the prompt with the results of server tools used in the answer. Returns the total usage. */
  settle(content: readonly Anthropic.ContentBlock[]): CacheUse;
};

export type PromptCache = {
  /** Looks up a request. Throws 400 for more than four breakpoints. */
  begin(request: MessageRequest): CachedPrompt;
  clear(): void;
};

type Ttl = '5m' | '1h';
/** A cached prefix of the prompt. */
type Prefix = { hash: string; tokens: number };
type Breakpoint = { index: number; ttl: Ttl };

const cacheControl = z.object({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).default('5m') });
const marked = z.looseObject({ cache_control: cacheControl });
const lifetimeMs = { '5m': 300_000, '1h': 3_600_000 } as const;
const maxBreakpoints = 4;
/** Number of blocks searched for a cached prefix, counting back from a breakpoint. */
const lookBack = 20;

/** Creates the prompt cache as callers see it: a prefix sent again within its lifetime is read instead of written. */
export function createPromptCache(): PromptCache {
  const expiresAtMs = new Map<string, number>();

  return {
    begin: (request) => {
      const parts = promptParts(request);
      const breakpoints = findBreakpoints(request, parts);
      const prefixes = prefixesOf(request.model, parts);
      const { minCacheTokens } = traitsOf(request.model);
      const usable = breakpoints.filter(({ index }) => (prefixes[index]?.tokens ?? 0) >= minCacheTokens);
      const read = longestRead(usable, prefixes);
      const last = usable.at(-1);
      return {
        use: useOf(read, last, prefixes),
        settle: (content) => {
          const nowMs = Date.now();
          const remember = ({ hash }: Prefix, ttl: Ttl) => expiresAtMs.set(hash, nowMs + lifetimeMs[ttl]);
          for (const { index, ttl } of usable) {
            const prefix = prefixes[index];
            if (prefix) remember(prefix, ttl);
          }
          // With any breakpoint, the vendor also caches up to the last server tool result.
          const ttl = breakpoints.at(-1)?.ttl;
          const used = content.slice(0, content.findLastIndex(({ type }) => type.endsWith('_tool_result')) + 1);
          if (ttl === undefined || used.length === 0) return useOf(read, last, prefixes);
          const all = prefixesOf(request.model, [
            ...parts,
            ...used.map((block, index) => messagePart('assistant', block, index)),
          ]);
          const end = all.at(-1);
          if (!end || end.tokens < minCacheTokens) return useOf(read, last, prefixes);
          remember(end, ttl);
          return useOf(read, { index: all.length - 1, ttl }, all);
        },
      };
    },
    clear: () => expiresAtMs.clear(),
  };

  function longestRead(breakpoints: readonly Breakpoint[], prefixes: readonly Prefix[]): number {
    const nowMs = Date.now();
    const found = breakpoints.flatMap(({ index }) =>
      prefixes
        .slice(Math.max(0, index - lookBack + 1), index + 1)
        .filter(({ hash }) => (expiresAtMs.get(hash) ?? 0) > nowMs),
    );
    return Math.max(0, ...found.map(({ tokens }) => tokens));
  }
}

function useOf(read: number, last: Breakpoint | undefined, prefixes: readonly Prefix[]): CacheUse {
  const written = { '5m': 0, '1h': 0 };
  if (last) written[last.ttl] = Math.max(0, (prefixes[last.index]?.tokens ?? 0) - read);
  return { read, written };
}

/** Returns, for each part, the prefix that ends with it. */
function prefixesOf(model: string, parts: readonly PromptPart[]): Prefix[] {
  let hash = model;
  let total = 0;
  return parts.map(({ key, tokens }) => {
    hash = createHash('sha256').update(`${hash}\n${key}`).digest('base64');
    total += tokens;
    return { hash, tokens: total };
  });
}

function findBreakpoints(request: MessageRequest, parts: readonly PromptPart[]): Breakpoint[] {
  const places = parts.flatMap(({ block }, index): Breakpoint[] => {
    const ttl = marked.safeParse(block).data?.cache_control.ttl;
    return ttl === undefined ? [] : [{ index, ttl }];
  });
  if (places.length > maxBreakpoints) {
    throw invalidRequest(
      `A maximum of ${maxBreakpoints} blocks with cache_control may be provided. Found ${places.length}.`,
    );
  }
  const automatic = cacheControl.safeParse(request.cache_control).data;
  return automatic ? [...places, { index: parts.length - 1, ttl: automatic.ttl }] : places;
}
