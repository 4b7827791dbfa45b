import Anthropic, { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import { costUsd, type ModelPrices } from '#domain/research-cost.ts';
import { RateLimitedError, RequestRejectedError, type VendorError, VendorUnavailableError } from '#providers/errors.ts';
import { parseRetryAfter } from '#providers/retry-after.ts';
import { readGathered, readText } from './anthropic-blocks.ts';
import {
  type AnswerStep,
  addUsage,
  type Gathered,
  type GatherRequest,
  ModelOutputError,
  type ModelRequest,
  type ModelUsage,
  NO_USAGE,
  type ResearchModel,
} from './provider.ts';

type Step = 'gather' | AnswerStep;

export type AnthropicSettings = {
  apiKey: string;
  /** Null for the vendor itself. */
  baseUrl: string | null;
  models: Record<Step, string>;
  /** Prices of models that domain/research-cost.ts does not list. */
  prices?: ModelPrices | null;
  /** Per request; a turn of searching and reading takes minutes. Default: 4 minutes */
  timeoutMs?: number;
  /** Until a response begins; it is streamed, so that takes seconds. Default: 1 minute */
  beginsWithinMs?: number;
};

/** Thinking counts as output. */
const MAX_OUTPUT_TOKENS: Record<Step, number> = { gather: 16_000, write: 8_000, judge: 16_000 };
/** Gathering is simple; judging whether a source supports a sentence takes some thinking, as does writing. */
const EFFORT: Record<Step, 'low' | 'medium'> = { gather: 'low', write: 'medium', judge: 'medium' };
/** Maximum number of times to continue a turn that the vendor paused. */
const MAX_CONTINUATIONS = 5;

// These limits cap the cost of a single answer, except for PDFs, which the vendor doesn't truncate; the budget caps the
// whole run. Only direct calls are allowed: the tools run at the vendor, and no code written by the model runs anywhere.
const webTools = ({ isRecheck = false }: GatherRequest): Anthropic.ToolUnion[] => [
  {
    type: 'web_fetch_20260318',
    name: 'web_fetch',
    allowed_callers: ['direct'],
    citations: { enabled: true },
    max_uses: 8,
    max_content_tokens: 10_000,
    use_cache: !isRecheck,
  },
  { type: 'web_search_20260318', name: 'web_search', allowed_callers: ['direct'], max_uses: 6 },
];

type Said = { role: 'user' | 'assistant'; content: string | Anthropic.ContentBlockParam[] };
type TurnParams = Pick<Anthropic.MessageCreateParamsNonStreaming, 'messages' | 'tools' | 'output_config'>;
/** The result of one request: an answer, a partial one or nothing, and why it is incomplete. */
type Turn = { message: Anthropic.Message | null; usage: ModelUsage; failure: VendorError | null };

/** Connects to Claude, with its server-side web search and web fetch. */
export function createAnthropicModel(settings: AnthropicSettings): ResearchModel {
  const timeoutMs = settings.timeoutMs ?? 240_000;
  const client = new Anthropic({
    apiKey: settings.apiKey,
    ...(settings.baseUrl !== null && { baseURL: settings.baseUrl }),
    // For a streamed response, the library times only the wait for it to begin.
    timeout: settings.beginsWithinMs ?? 60_000,
    // Temporal does the retrying.
    maxRetries: 0,
  });

  return {
    async gather(request, signal) {
      const messages: Said[] = [{ role: 'user', content: request.prompt }];
      const content: Anthropic.ContentBlock[] = [];
      let usage = NO_USAGE;
      let cutOff: VendorError | null = new ModelOutputError('truncated');
      for (let turns = 0; turns <= MAX_CONTINUATIONS; turns += 1) {
        const turn = await send(
          'gather',
          request,
          { messages: withBreakpoints(messages), tools: webTools(request) },
          signal,
        );
        usage = addUsage(usage, turn.usage);
        content.push(...(turn.message?.content ?? []));
        if (turn.failure !== null && content.length === 0) throw turn.failure;
        if (turn.failure !== null || turn.message?.stop_reason !== 'pause_turn') {
          cutOff = turn.failure;
          break;
        }
        if (turn.message.content.length > 0) messages.push({ role: 'assistant', content: turn.message.content });
      }
      return { ...readGathered(content), cutOff, usage } satisfies Gathered;
    },

    async answer({ step, schema, ...request }, signal) {
      const { message, usage, failure } = await send(
        step,
        request,
        {
          messages: [{ role: 'user', content: request.prompt }],
          output_config: { format: { type: 'json_schema', schema } },
        },
        signal,
      );
      if (failure !== null || message === null) throw failure ?? new ModelOutputError('malformed_output');
      const raw = readText(message.content);
      return { output: parseJson(raw), raw, usage };
    },
  };

  async function send(
    step: Step,
    { instructions, budget }: ModelRequest,
    { output_config: output, ...params }: TurnParams,
    signal: AbortSignal,
  ): Promise<Turn> {
    budget?.check();
    const model = settings.models[step];
    // Streamed, because connections that are silent for minutes get cut, and because what has arrived
    // from a broken stream can be used.
    const stream = client.messages.stream(
      {
        model,
        max_tokens: MAX_OUTPUT_TOKENS[step],
        system: [{ type: 'text', text: instructions, cache_control: { type: 'ephemeral' } }],
        ...thinkingOf(model, step, output),
        ...params,
      },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) },
    );
    try {
      const message = await stream.finalMessage();
      const usage = readUsage(message.usage, model);
      budget?.spend(usage);
      return { message, usage, failure: unfinished(message) };
    } catch (error) {
      const message = stream.currentMessage ?? null;
      const usage = message === null ? NO_USAGE : readUsage(estimateUsage(message), model);
      if (message !== null) budget?.spend(usage);
      signal.throwIfAborted();
      return { message, usage, failure: toVendorError(error) };
    }
  }

  function readUsage(usage: BilledUsage, model: string): ModelUsage {
    const cacheWriteTokens = usage.cache_creation_input_tokens ?? 0;
    const cacheReadTokens = usage.cache_read_input_tokens ?? 0;
    const tokens = {
      inputTokens: usage.input_tokens + cacheWriteTokens + cacheReadTokens,
      cacheWriteTokens,
      cacheReadTokens,
      outputTokens: usage.output_tokens,
      searches: usage.server_tool_use?.web_search_requests ?? 0,
    };
    return { ...tokens, usd: costUsd(tokens, model, settings.prices ?? null) };
  }
}

/** Older models, which reject the `effort` setting. */
const WITHOUT_EFFORT = /^claude-(?:3|(?:haiku|sonnet)-4(?:-5)?(?:-\d{8})?$|opus-4(?:-[01])?(?:-\d{8})?$)/;
/** Models that think at length by default; `between_tools` is their minimum. */
const THINKS_BY_DEFAULT: ReadonlySet<string> = new Set(['claude-sonnet-5-5']);

function thinkingOf(
  model: string,
  step: Step,
  output: Anthropic.OutputConfig | undefined,
): Pick<Anthropic.MessageCreateParamsNonStreaming, 'output_config' | 'thinking'> {
  const effort = WITHOUT_EFFORT.test(model) ? {} : { effort: EFFORT[step] };
  const isBrief = step !== 'judge' && THINKS_BY_DEFAULT.has(model);
  return { output_config: { ...output, ...effort }, ...(isBrief && { thinking: { type: 'between_tools' } }) };
}

/**
 * Adds cache breakpoints after the question and the last two turns, so that each request reads from
 * the cache what the previous one wrote. With the one after the instructions, that is the vendor's
 * maximum of four.
 */
function withBreakpoints(messages: readonly Said[]): Said[] {
  return messages.map(({ role, content }, index) => {
    const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
    const isMarked = index === 0 || index >= messages.length - 2;
    const last = blocks.findLastIndex(mayEndPrefix);
    const marked = blocks.map((block, at) =>
      isMarked && at === last && mayEndPrefix(block)
        ? { ...block, cache_control: { type: 'ephemeral' as const } }
        : block,
    );
    return { role, content: marked };
  });
}

type Cacheable =
  | Anthropic.TextBlockParam
  | Anthropic.ServerToolUseBlockParam
  | Anthropic.WebFetchToolResultBlockParam
  | Anthropic.WebSearchToolResultBlockParam;

/** Neither thinking nor empty text may have a breakpoint. */
function mayEndPrefix(block: Anthropic.ContentBlockParam): block is Cacheable {
  if (block.type === 'text') return block.text !== '';
  return (
    block.type === 'server_tool_use' ||
    block.type === 'web_fetch_tool_result' ||
    block.type === 'web_search_tool_result'
  );
}

function unfinished({ stop_reason: reason }: Anthropic.Message): ModelOutputError | null {
  if (reason === 'refusal') return new ModelOutputError('refused');
  if (reason === 'model_context_window_exceeded') return new ModelOutputError('context_too_long');
  return reason === 'max_tokens' ? new ModelOutputError('truncated') : null;
}

type BilledUsage = Pick<
  Anthropic.Usage,
  'input_tokens' | 'output_tokens' | 'cache_creation_input_tokens' | 'cache_read_input_tokens' | 'server_tool_use'
>;
const CHARACTERS_PER_TOKEN = 4;

/** Estimates the usage of a broken stream, which never reported it, from what arrived. */
function estimateUsage({ usage, content }: Anthropic.Message): BilledUsage {
  const results = content.filter(({ type }) => type.endsWith('_tool_result'));
  const tokens = (blocks: readonly Anthropic.ContentBlock[]) =>
    Math.ceil(JSON.stringify(blocks).length / CHARACTERS_PER_TOKEN);
  const written = content.filter((block) => !results.includes(block));
  return {
    ...usage,
    input_tokens: usage.input_tokens + tokens(results),
    output_tokens: Math.max(usage.output_tokens, tokens(written)),
    server_tool_use: {
      web_fetch_requests: 0,
      web_search_requests: results.filter(({ type }) => type === 'web_search_tool_result').length,
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelOutputError('malformed_output');
  }
}

/** Maps a failure. As a request to the model has no side effects, an unknown outcome counts as unavailable. */
function toVendorError(error: unknown): VendorError {
  if (error instanceof APIConnectionError) return new VendorUnavailableError(error);
  if (!(error instanceof APIError) || error.status === undefined) return new VendorUnavailableError(error);
  const retryAfterMs = parseRetryAfter(error.headers?.get('retry-after') ?? null);
  if (error.status === 429) return new RateLimitedError(retryAfterMs, error);
  if (error.status === 401 || error.status === 403) return new RequestRejectedError('model_key_rejected', error);
  if (error.status === 408 || error.status === 409 || error.status >= 500) {
    return new VendorUnavailableError(error, retryAfterMs);
  }
  return new RequestRejectedError('model_request_rejected', error);
}
