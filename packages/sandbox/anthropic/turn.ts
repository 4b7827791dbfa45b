import { randomBytes } from 'node:crypto';
import type Anthropic from '@anthropic-ai/sdk';
import type { World } from '#sandbox/world/world.ts';
import type { Behaviour } from './behaviours.ts';
import type { Planted } from './careless.ts';
import { gather, type Mode } from './gathering/gather.ts';
import { createWebTools, type WebTools } from './gathering/web-tools.ts';
import type { CacheUse } from './prompt-cache.ts';
import { type ClientTool, type MessageRequest, systemText, userText } from './request.ts';
import { countTokens, outputTokens, resultTokens, truncate } from './tokens.ts';
import { clientTools } from './validate.ts';
import { type SynthesisInput, synthesise, writeSummary } from './writing/synthesise.ts';

export type TurnOptions = {
  world: World;
  mode: Mode;
  behaviour: Behaviour | undefined;
  cached: CacheUse;
  plant: (planted: Planted) => void;
};

/** The whole answer to one valid request. The same request gets the same words. */
export function takeTurn(
  request: MessageRequest,
  { world, mode, behaviour: planned, cached, plant }: TurnOptions,
): Anthropic.Message {
  const behaviour = planned?.behaviour;
  const asked = { input: userText(request), system: systemText(request), mode, world, plant };
  const web = createWebTools(request, world, planned);
  const inputTokens = countRequestTokens(request);
  const usage = { web, inputTokens, cached };
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
  const limit = behaviour === 'max_tokens' ? Math.min(request.max_tokens, Math.ceil(total / 2)) : request.max_tokens;
  const { blocks, cut } = truncate(all, limit);
  if (cut) return message(request, { blocks, stopReason: 'max_tokens', ...usage });
  const stopped = stopAt(blocks, request.stop_sequences ?? []);
  if (stopped) return message(request, { ...stopped, stopReason: 'stop_sequence', ...usage });
  return message(request, { blocks, stopReason: tool ? 'tool_use' : 'end_turn', ...usage });
}

/** Words, definitions and given documents of a request. */
export function countRequestTokens({
  messages,
  system,
  tools,
}: Pick<MessageRequest, 'messages' | 'system' | 'tools'>): number {
  return countTokens(JSON.stringify([messages, system ?? '', tools ?? []])) + 8 * messages.length;
}

function think(request: MessageRequest, asked: SynthesisInput, web: WebTools): void {
  const schema = request.output_config?.format?.schema;
  if (schema) web.blocks.push(plainText(JSON.stringify(synthesise(schema, asked))));
  else if (web.offersSearch || web.offersFetch) gather({ ...asked, web });
  else web.blocks.push(plainText(writeSummary(asked)));
}

/** Forced tools are called; others only where there is nothing to search with and no result was given yet. */
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

function callTool({ name, input_schema }: ClientTool, asked: SynthesisInput, web: WebTools): void {
  const id = `toolu_01${randomBytes(11).toString('hex')}`;
  web.blocks.push({ type: 'tool_use', id, name, input: synthesise(input_schema, asked), caller: { type: 'direct' } });
}

/** After `pause_turn` the caller sends what was said so far as the last, assistant, message: the answer goes on behind it. */
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

/** `inputTokens` counts the request as a whole, cached or not. */
type Spent = { web: WebTools; inputTokens: number; cached: CacheUse };
type Ending = Spent & {
  blocks: Anthropic.ContentBlock[];
  stopReason: Anthropic.StopReason;
  stopSequence?: string;
};

function message(
  request: MessageRequest,
  { blocks, stopReason, stopSequence, web, inputTokens, cached: { read, written } }: Ending,
): Anthropic.Message {
  const newTokens = written['5m'] + written['1h'];
  const searches = blocks.some(({ type }) => type === 'server_tool_use');
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
      input_tokens:
        Math.max(0, inputTokens - read - newTokens) + blocks.reduce((sum, block) => sum + resultTokens(block), 0),
      output_tokens: Math.max(
        1,
        blocks.reduce((sum, block) => sum + outputTokens(block), 0),
      ),
      output_tokens_details: null,
      cache_creation: { ephemeral_5m_input_tokens: written['5m'], ephemeral_1h_input_tokens: written['1h'] },
      cache_creation_input_tokens: newTokens,
      cache_read_input_tokens: read,
      inference_geo: null,
      server_tool_use: searches ? countServerTools(blocks) : null,
      service_tier: 'standard',
      speed: null,
    },
  };

  function countServerTools(shown: Anthropic.ContentBlock[]): Anthropic.ServerToolUsage {
    const failed = shown.filter(
      (block) =>
        (block.type === 'web_search_tool_result' && !Array.isArray(block.content)) ||
        (block.type === 'web_fetch_tool_result' && block.content.type === 'web_fetch_tool_result_error'),
    );
    const count = (name: string, result: string) =>
      shown.filter((block) => block.type === 'server_tool_use' && block.name === name).length -
      failed.filter(({ type }) => type === result).length;
    return {
      web_search_requests: Math.min(web.usage.web_search_requests, count('web_search', 'web_search_tool_result')),
      web_fetch_requests: Math.min(web.usage.web_fetch_requests, count('web_fetch', 'web_fetch_tool_result')),
    };
  }
}

function plainText(text: string): Anthropic.TextBlock {
  return { type: 'text', text, citations: null };
}
