import { randomBytes } from 'node:crypto';
import type Anthropic from '@anthropic-ai/sdk';
import type { World } from '#sandbox/world/world.ts';
import type { Behaviour } from './behaviours.ts';
import type { Planted } from './careless.ts';
import { gather, type Mode } from './gathering/gather.ts';
import { createWebTools, type WebTools } from './gathering/web-tools.ts';
import { asksForVerdicts, judge } from './judging/judge.ts';
import type { CachedPrompt, CacheUse } from './prompt-cache.ts';
import { countRequestTokens } from './prompt-parts.ts';
import { type ClientTool, type MessageRequest, systemText, userText } from './request.ts';
import type { SchemaNode } from './schema/schema-node.ts';
import { thinkingBlock, thinkingTokens } from './thinking.ts';
import { outputTokens, resultTokens, truncate } from './tokens.ts';
import { clientTools } from './validate.ts';
import { type Asked, write, writeSummary } from './writing/write.ts';

export type TurnOptions = {
  world: World;
  mode: Mode;
  behaviour: Behaviour | undefined;
  cache: CachedPrompt;
  plant: (planted: Planted) => void;
};

export type Turn = {
  message: Anthropic.Message;
  /** Usage before any tool call, reported when a stream starts. */
  promptUsage: Anthropic.Usage;
};

/** Answers one valid request. With the same options, the same request gets the same answer except for ids. */
export function takeTurn(request: MessageRequest, options: TurnOptions): Turn {
  const message = answer(request, options);
  const opening = { ...message.usage, output_tokens: 1, output_tokens_details: null, server_tool_use: null };
  const inputTokens = countRequestTokens(request);
  return { message, promptUsage: { ...opening, ...inputUsage(inputTokens, options.cache.use) } };
}

function answer(
  request: MessageRequest,
  { world, mode, behaviour: planned, cache, plant }: TurnOptions,
): Anthropic.Message {
  const behaviour = planned?.behaviour;
  const asked = { input: userText(request), system: systemText(request), mode, world, plant };
  const web = createWebTools(request, world, planned);
  const usage = { web, cache };
  const thoughts = thinkingTokens(request);
  if (thoughts > 0) web.blocks.push(thinkingBlock(request));
  if (behaviour === 'refusal') return refuse(request, usage);

  const tool = toolToCall(request, web);
  if (tool) callTool(tool, asked, web);
  else think(request, asked, web);

  const all = web.blocks.slice(alreadySaid(request, web));
  if (behaviour === 'pause_turn') {
    const lastResult = all.findIndex(({ type }) => type.endsWith('_tool_result'));
    return message(request, { blocks: all.slice(0, lastResult + 1), stopReason: 'pause_turn', ...usage });
  }
  const total = all.reduce((sum, block) => sum + outputTokens(block), 0);
  const room = all[0]?.type === 'thinking' ? request.max_tokens - thoughts : request.max_tokens;
  const limit = behaviour === 'max_tokens' ? Math.min(room, Math.ceil(total / 2)) : Math.max(0, room);
  const { blocks, cut } = truncate(all, limit);
  if (cut) return message(request, { blocks, stopReason: 'max_tokens', ...usage });
  const stopped = stopAt(blocks, request.stop_sequences ?? []);
  if (stopped) return message(request, { ...stopped, stopReason: 'stop_sequence', ...usage });
  return message(request, { blocks, stopReason: tool ? 'tool_use' : 'end_turn', ...usage });
}

/** Gathers, writes or judges, depending on the request's tools and schema; the prompt's wording does not matter. */
function think(request: MessageRequest, asked: Asked, web: WebTools): void {
  const schema = request.output_config?.format?.schema;
  if (schema) web.blocks.push(plainText(JSON.stringify(fill(schema, asked))));
  else if (web.offersSearch || web.offersFetch) gather({ ...asked, web });
  else web.blocks.push(plainText(writeSummary(asked)));
}

function fill(schema: SchemaNode, asked: Asked): unknown {
  return asksForVerdicts(schema) ? judge(schema, asked) : write(schema, asked);
}

/**
 * Returns the tool to call: a forced one, or else the first, unless there are web tools, a tool result or an output
 * format.
 */
function toolToCall(request: MessageRequest, web: WebTools): ClientTool | undefined {
  const tools = clientTools(request);
  const choice = request.tool_choice;
  if (choice?.type === 'none') return undefined;
  if (choice?.type === 'tool') return tools.find(({ name }) => name === choice.name);
  const last = request.messages.at(-1)?.content;
  const hasResult = Array.isArray(last) && last.some(({ type }) => type === 'tool_result');
  if (choice?.type === 'any') return tools[0];
  return web.offersSearch || web.offersFetch || hasResult || request.output_config?.format ? undefined : tools[0];
}

function callTool({ name, input_schema }: ClientTool, asked: Asked, web: WebTools): void {
  const id = `toolu_01${randomBytes(11).toString('hex')}`;
  web.blocks.push({ type: 'tool_use', id, name, input: fill(input_schema, asked), caller: { type: 'direct' } });
}

/** Counts the blocks the caller already has: after `pause_turn` it sends the partial answer as the last message. */
function alreadySaid(request: MessageRequest, web: WebTools): number {
  const said: string[] = [];
  for (const { role, content } of request.messages.toReversed()) {
    if (role !== 'assistant' || typeof content === 'string') break;
    said.unshift(...content.map(({ type }) => type));
  }
  return said.every((type, index) => web.blocks[index]?.type === type) ? said.length : 0;
}

function stopAt(blocks: Anthropic.ContentBlock[], sequences: string[]) {
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'text') continue;
    const hits = sequences
      .map((sequence) => ({ sequence, at: block.text.indexOf(sequence) }))
      .filter(({ at }) => at >= 0);
    const [first] = hits.toSorted((a, b) => a.at - b.at);
    if (first)
      return {
        blocks: [...blocks.slice(0, index), { ...block, text: block.text.slice(0, first.at) }],
        stopSequence: first.sequence,
      };
  }
  return undefined;
}

function refuse(request: MessageRequest, usage: Spent): Anthropic.Message {
  return {
    ...message(request, { blocks: [], stopReason: 'refusal', ...usage }),
    stop_details: { type: 'refusal', category: null, explanation: 'The request was declined.' },
  };
}

type Spent = { web: WebTools; cache: CachedPrompt };
type Ending = Spent & {
  blocks: Anthropic.ContentBlock[];
  stopReason: Anthropic.StopReason;
  stopSequence?: string;
};

function message(request: MessageRequest, { blocks, stopReason, stopSequence, web, cache }: Ending): Anthropic.Message {
  const results = blocks.reduce((sum, block) => sum + resultTokens(block), 0);
  const thoughts = blocks.some(({ type }) => type === 'thinking') ? thinkingTokens(request) : 0;
  const written = blocks.reduce((sum, block) => sum + outputTokens(block), 0);
  return {
    id: `msg_01${randomBytes(11).toString('hex')}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    container: null,
    diagnostics: null,
    content: blocks,
    stop_reason: stopReason,
    stop_sequence: stopSequence ?? null,
    stop_details: null,
    usage: {
      ...inputUsage(countRequestTokens(request) + results, cache.settle(blocks)),
      output_tokens: Math.max(1, written + thoughts),
      output_tokens_details: thoughts > 0 ? { thinking_tokens: thoughts } : null,
      inference_geo: null,
      server_tool_use: blocks.some(({ type }) => type === 'server_tool_use') ? countServerTools(blocks, web) : null,
      service_tier: 'standard',
      speed: null,
    },
  };
}

/** Splits the whole input (`inputTokens`) into tokens read from the cache, written to it, and neither. */
function inputUsage(inputTokens: number, { read, written }: CacheUse) {
  const newTokens = written['5m'] + written['1h'];
  return {
    input_tokens: Math.max(0, inputTokens - read - newTokens),
    cache_creation: { ephemeral_5m_input_tokens: written['5m'], ephemeral_1h_input_tokens: written['1h'] },
    cache_creation_input_tokens: newTokens,
    cache_read_input_tokens: read,
  };
}

/** Counts the server tool uses in the response, excluding failed ones. */
function countServerTools(shown: readonly Anthropic.ContentBlock[], web: WebTools): Anthropic.ServerToolUsage {
  const isFailed = (block: Anthropic.ContentBlock) =>
    (block.type === 'web_search_tool_result' && !Array.isArray(block.content)) ||
    (block.type === 'web_fetch_tool_result' && block.content.type === 'web_fetch_tool_result_error');
  const count = (name: string) => {
    const uses = shown.filter((block) => block.type === 'server_tool_use' && block.name === name).length;
    return uses - shown.filter((block) => block.type === `${name}_tool_result` && isFailed(block)).length;
  };
  return {
    web_search_requests: Math.min(web.usage.web_search_requests, count('web_search')),
    web_fetch_requests: Math.min(web.usage.web_fetch_requests, count('web_fetch')),
  };
}

function plainText(text: string): Anthropic.TextBlock {
  return { type: 'text', text, citations: null };
}
