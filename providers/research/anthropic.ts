import Anthropic, { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import { RateLimitedError, RequestRejectedError, VendorUnavailableError } from '#providers/errors.ts';
import { parseRetryAfter } from '#providers/retry-after.ts';
import { isSiteTried, readGathered, readText } from './anthropic-blocks.ts';
import {
  type Gathered,
  type GatherRequest,
  ModelOutputError,
  type ModelRequest,
  type ModelUsage,
  type ResearchModel,
} from './provider.ts';

export type AnthropicSettings = {
  apiKey: string;
  /** Null is the vendor itself. */
  baseUrl: string | null;
  model: string;
  /** Of one request; a turn of searching and reading takes minutes. */
  timeoutMs?: number;
};

const MAX_OUTPUT_TOKENS = 12_000;
/** The vendor pauses long turns; how often one is gone on with. */
const MAX_CONTINUATIONS = 5;

// Bounds what a single answer can cost; what a whole run may, is its budget. Direct calls only: the tools run at the vendor, and no code of the model's runs anywhere.
const WEB_FETCH: Anthropic.WebFetchTool20260318 = {
  type: 'web_fetch_20260318',
  name: 'web_fetch',
  allowed_callers: ['direct'],
  citations: { enabled: true },
  max_uses: 10,
  max_content_tokens: 12_000,
};
const WEB_TOOLS: Anthropic.ToolUnion[] = [
  WEB_FETCH,
  { type: 'web_search_20260318', name: 'web_search', allowed_callers: ['direct'], max_uses: 8 },
];

/** What was said so far, on both sides, and what of it is the model's. */
type Conversation = {
  messages: Anthropic.MessageParam[];
  content: Anthropic.ContentBlock[];
  /** What the model had said by the end of each turn that the vendor broke off. */
  brokenOff: Anthropic.ContentBlock[][];
  usage: ModelUsage;
};

/** Claude with its server-side web search and web fetch. */
export function createAnthropicModel(settings: AnthropicSettings): ResearchModel {
  const client = new Anthropic({
    apiKey: settings.apiKey,
    ...(settings.baseUrl !== null && { baseURL: settings.baseUrl }),
    timeout: settings.timeoutMs ?? 240_000,
    // The workflow engine is the one that retries.
    maxRetries: 0,
  });

  return {
    async gather(request, signal) {
      const conversation: Conversation = {
        messages: [{ role: 'user', content: request.prompt }],
        content: [],
        brokenOff: [],
        usage: { inputTokens: 0, outputTokens: 0, searches: 0 },
      };
      const maySearch = await readOwnSites(request, conversation, signal);
      await converse(request, conversation, maySearch ? WEB_TOOLS : [WEB_FETCH], signal);
      const { search, pages, passages, raw } = readGathered(conversation.content);
      const before = conversation.brokenOff.map(readGathered);
      const isBroken = !maySearch || before.some((one) => one.search === 'broken');
      return {
        pages: [...pages, ...before.flatMap((one) => one.pages)],
        passages: [...passages, ...before.flatMap((one) => one.passages)],
        search: isBroken ? 'broken' : search,
        raw,
        usage: conversation.usage,
      } satisfies Gathered;
    },

    async synthesise(request, signal) {
      const message = await create(
        request,
        {
          messages: [{ role: 'user', content: request.prompt }],
          output_config: { format: { type: 'json_schema', schema: request.schema } },
        },
        signal,
      );
      refuseUnfinished(message);
      const raw = readText(message.content);
      return { output: parseJson(raw), raw, usage: readUsage(message.usage) };
    },
  };

  /**
   * Where there is nothing but the fetch of these sites, nothing else can be done first. False: one of them was left out. Where the vendor refuses to
   * fetch them together, because one cannot be read by it or the turn became too long, each that is open still has a request of its own; the one that is
   * refused then could not be read, as one that does not answer.
   */
  async function readOwnSites(
    request: GatherRequest,
    conversation: Conversation,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!request.readFirst || request.readFirst.sites.length === 0) return true;
    const { sites, readOne, goOn } = request.readFirst;
    const isTried = (site: string) =>
      [conversation.content, ...conversation.brokenOff].some((blocks) => isSiteTried(blocks, site));
    const refused: string[] = [];
    if (!(await readSites(request, conversation, sites, signal))) {
      const open = sites.filter((site) => !isTried(site));
      if (sites.length === 1) refused.push(...open);
      else
        for (const site of open) {
          const isTaken = await readSites(request, conversation, [site], signal, readOne(site));
          if (!isTaken) refused.push(site);
        }
    }
    conversation.messages.push({ role: 'user', content: goOn });
    return sites.every((site) => refused.includes(site) || isTried(site));
  }

  /**
   * Has the model read certain sites and nothing else. False: the vendor found fault with the request. What was read until then is kept; the turn is
   * not, because one that was not finished is nothing to go on from.
   */
  async function readSites(
    request: GatherRequest,
    conversation: Conversation,
    sites: readonly string[],
    signal: AbortSignal,
    said?: string,
  ): Promise<boolean> {
    const messages = [...conversation.messages];
    if (said !== undefined) messages.push({ role: 'user', content: said });
    const attempt = { ...conversation, messages, content: [...conversation.content] };
    try {
      await converse(request, attempt, [{ ...WEB_FETCH, allowed_domains: [...sites] }], signal);
    } catch (error) {
      if (!isMalformed(error)) throw error;
      conversation.brokenOff.push(attempt.content);
      return false;
    }
    conversation.messages = attempt.messages;
    conversation.content = attempt.content;
    return true;
  }

  /** The model's answer, however many turns it takes. */
  async function converse(
    request: ModelRequest,
    { messages, content, usage }: Conversation,
    tools: Anthropic.ToolUnion[],
    signal: AbortSignal,
  ): Promise<void> {
    for (let turn = 0; turn <= MAX_CONTINUATIONS; turn += 1) {
      const message = await create(request, { messages, tools }, signal);
      content.push(...message.content);
      addUsage(usage, readUsage(message.usage));
      if (message.content.length > 0) messages.push({ role: 'assistant', content: message.content });
      if (message.stop_reason !== 'pause_turn') return refuseUnfinished(message);
    }
    throw new ModelOutputError('truncated');
  }

  async function create(
    { instructions, budget }: ModelRequest,
    params: Pick<Anthropic.MessageCreateParamsNonStreaming, 'messages' | 'tools' | 'output_config'>,
    signal: AbortSignal,
  ): Promise<Anthropic.Message> {
    budget?.check();
    try {
      const message = await client.messages.create(
        { model: settings.model, max_tokens: MAX_OUTPUT_TOKENS, system: instructions, ...params },
        { signal },
      );
      budget?.spend(readUsage(message.usage));
      return message;
    } catch (error) {
      signal.throwIfAborted();
      throw toVendorError(error);
    }
  }
}

function refuseUnfinished({ stop_reason: reason }: Anthropic.Message): void {
  if (reason === 'refusal') throw new ModelOutputError('refused');
  if (reason === 'model_context_window_exceeded') throw new ModelOutputError('context_too_long');
  if (reason === 'max_tokens') throw new ModelOutputError('truncated');
}

function readUsage(usage: Anthropic.Usage): ModelUsage {
  return {
    inputTokens: usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
    outputTokens: usage.output_tokens,
    searches: usage.server_tool_use?.web_search_requests ?? 0,
  };
}

function addUsage(total: ModelUsage, { inputTokens, outputTokens, searches }: ModelUsage): void {
  total.inputTokens += inputTokens;
  total.outputTokens += outputTokens;
  total.searches += searches;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelOutputError('malformed_output');
  }
}

/** The vendor finds fault with what the request says, and not with who sends it. */
function isMalformed(error: unknown): boolean {
  return error instanceof RequestRejectedError && error.cause instanceof APIError && error.cause.status === 400;
}

/** A request to the model has no effect but its answer, so whatever broke on the way may be tried again. */
function toVendorError(error: unknown): Error {
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
