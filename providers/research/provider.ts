import type { TokenUsage } from '#domain/research-cost.ts';
import { VendorError } from '#providers/errors.ts';

/** A page the vendor's search or fetch returned in this run. */
export type SourcePage = {
  url: string;
  title: string;
  /** The URL that was asked for, where it was fetched; the vendor may report another one after redirects. */
  requestedUrl: string | null;
  /** The text of a fetched page; empty for a search result and for a PDF, which only the vendor can read. */
  text: string;
  /** How old the page is, in the vendor's words. */
  age: string | null;
};

/** A quote that the vendor vouches for. `page`: from a fetched text, so it has to stand there. `pdf` and `result`: the vendor's word is all there is. */
export type Citation = { url: string; quote: string; of: 'page' | 'pdf' | 'result' };

/** A passage the model wrote, with what it quotes for it. Without citations it is only the model's word. */
export type CitedPassage = { text: string; citations: Citation[] };

/** What an answer took, with its cost in US dollars at the prices of the model that gave it. */
export type ModelUsage = TokenUsage & { usd: number };

export const NO_USAGE: ModelUsage = {
  inputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  outputTokens: 0,
  searches: 0,
  usd: 0,
};

export function addUsage(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    searches: one.searches + other.searches,
    usd: one.usd + other.usd,
  };
}

/** `sound`: at least one search worked, so finding no page means that nothing is public. `unused`: nothing was searched. `broken`: no search worked. */
export type SearchOutcome = 'sound' | 'unused' | 'broken';

export type Gathered = {
  pages: SourcePage[];
  passages: CitedPassage[];
  search: SearchOutcome;
  /** Why the conversation ended early, where it did; what was paid for until then is here. */
  cutOff: VendorError | null;
  usage: ModelUsage;
};
export type Answered = {
  /** What the model produced under the schema; still to be checked by the caller. */
  output: unknown;
  raw: string;
  usage: ModelUsage;
};

/** `instructions` are ours; everything from calendars and pages belongs into `prompt`, quoted as data. */
export type ModelRequest = { instructions: string; prompt: string; budget?: ModelBudget };

/** What an answer under a schema is for; each step may have a model of its own. */
export type AnswerStep = 'write' | 'judge';
export type AnswerRequest = ModelRequest & { step: AnswerStep; schema: Record<string, unknown> };

/** What a run may still cost; one request may take several calls. */
export type ModelBudget = {
  /** Before each call. @throws ModelOutputError `cost_cap_reached` when nothing is left. */
  check(): void;
  /** After each answer, whatever comes of it. */
  spend(usage: ModelUsage): void;
};

/**
 * The language model as research needs it. Throws RateLimitedError, VendorUnavailableError, RequestRejectedError and ModelOutputError; an abort of
 * `signal` throws its reason. Nothing is retried here.
 */
export type ResearchModel = {
  /**
   * Lets the model read and search the public web, and write down what it found. Its tools run at the vendor: the product itself connects to no
   * researched host. Throws only where nothing had been paid for yet, or the budget is spent.
   */
  gather(request: ModelRequest, signal: AbortSignal): Promise<Gathered>;
  /** One answer under a JSON schema, without tools. */
  answer(request: AnswerRequest, signal: AbortSignal): Promise<Answered>;
};

export type ModelOutputCode =
  | 'refused'
  | 'truncated'
  | 'context_too_long'
  | 'malformed_output'
  | 'nothing_usable'
  | 'search_unavailable'
  | 'cost_cap_reached';

/** The vendor answered, but not with something research can use. */
export class ModelOutputError extends VendorError {
  override name = 'ModelOutputError';
  declare readonly code: ModelOutputCode;
  /** False when the same request would end the same way. */
  readonly isRetryable: boolean;

  constructor(code: ModelOutputCode) {
    super(code, MESSAGES[code]);
    this.isRetryable = !FINAL.has(code);
  }
}

const FINAL: ReadonlySet<ModelOutputCode> = new Set(['refused', 'context_too_long', 'cost_cap_reached']);

const MESSAGES: Record<ModelOutputCode, string> = {
  refused: 'The model declined to answer.',
  truncated: 'The answer of the model was cut off.',
  context_too_long: 'The material did not fit into the model.',
  malformed_output: 'The answer of the model did not have the asked form.',
  nothing_usable: 'Nothing of the answer held up against its sources.',
  search_unavailable: 'The web search of the model did not work.',
  cost_cap_reached: 'The research took as much as one briefing may cost.',
};
