import * as z from 'zod';
import type { MessageRequest } from '#sandbox/anthropic/request.ts';
import type { WorldPage } from '#sandbox/world/pages.ts';
import type { World } from '#sandbox/world/world.ts';

/** A fetched page, its index among the conversation's documents, and the part of its text that was returned. */
export type FetchedDocument = { page: WorldPage; index: number; text: string };

/** The results of the conversation's earlier turns. */
export type Earlier = { fetched: FetchedDocument[]; found: WorldPage[]; documents: number; said: Set<string> };

const source = z.looseObject({ data: z.string() });
const fetchResult = z.looseObject({
  type: z.literal('web_fetch_tool_result'),
  content: z.looseObject({ url: z.string(), content: z.looseObject({ source }) }),
});
const searchResult = z.looseObject({
  type: z.literal('web_search_tool_result'),
  content: z.array(z.looseObject({ url: z.string() })),
});
const cited = z.looseObject({
  type: z.literal('text'),
  citations: z.array(z.looseObject({ cited_text: z.string() })).min(1),
});

/** Reads the messages up to the caller's last one. An assistant message after it is a paused answer being continued. */
export function readEarlier({ messages }: MessageRequest, world: World): Earlier {
  const lastWord = messages.findLastIndex(({ role }) => role === 'user');
  const byUrl = new Map(world.pages().map((page) => [page.url, page]));
  const earlier: Earlier = { fetched: [], found: [], documents: 0, said: new Set() };
  for (const { role, content } of messages.slice(0, lastWord + 1)) {
    for (const block of typeof content === 'string' ? [] : content) {
      if (role === 'user' && block.type === 'document') earlier.documents += 1;
      if (role === 'assistant') readBlock(block, byUrl, earlier);
    }
  }
  return earlier;
}

function readBlock(block: unknown, byUrl: ReadonlyMap<string, WorldPage>, earlier: Earlier): void {
  const fetched = fetchResult.safeParse(block);
  if (fetched.success) {
    const { url, content } = fetched.data.content;
    const page = byUrl.get(url);
    if (page) earlier.fetched.push({ page, index: earlier.documents, text: content.source.data });
    earlier.documents += 1;
  }
  const found = searchResult.safeParse(block);
  if (found.success) earlier.found.push(...found.data.content.flatMap(({ url }) => byUrl.get(url) ?? []));
  const said = cited.safeParse(block);
  if (said.success) for (const { cited_text: text } of said.data.citations) earlier.said.add(text.trim());
}
