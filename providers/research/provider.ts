import type { TokenUsage } from '#domain/research-cost.ts';
import { VendorError } from '#providers/errors.ts';

/** A page returned by the vendor's search or fetch in this run. */
export type SourcePage = {
  url: string;
  title: string;
  /** The requested URL if it was fetched; the vendor may report another after redirects. */
  requestedUrl: string | null;
  /** The queries that returned it; empty if the model fetched a link from a page or the prompt. */
  foundBy: string[];
  /** The text of a fetched page; empty for search results and PDFs, which only the vendor can read. */
  text: string;
  /** The page's age in the vendor's words. */
  age: string | null;
};

/**
 * A quote, according to the vendor. `page`: from a fetched page, in whose text it must be found.
 * `pdf` and `result` (search results): cannot be checked.
 */
export type Citation = { url: string; quote: string; of: 'page' | 'pdf' | 'result' };

/** A passage by the model with its quotes. Without citations it is unsupported. */
export type CitedPassage = { text: string; citations: Citation[] };

/** The usage of an answer, with its cost in US dollars at the model's prices. */
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

/**
 * `sound`: at least one search worked, so if there are no pages, nothing is public. `unused`: nothing
 * was searched. `broken`: searches failed, and none worked.
 */
export type SearchOutcome = 'sound' | 'unused' | 'broken';

/**
 * A page that could not be fetched but may work later. `isOutage`: the vendor's fetch failed or was rate limited;
 * otherwise the site did not answer.
 */
export type FailedFetch = { url: string; isOutage: boolean };

export type Gathered = {
  pages: SourcePage[];
  failedFetches: FailedFetch[];
  passages: CitedPassage[];
  search: SearchOutcome;
  /** Why the conversation ended early, if it did; paid results are included. */
  cutOff: VendorError | null;
  usage: ModelUsage;
};
export type Answered = {
  /** The model's output under the schema, still to be validated by the caller. */
  output: unknown;
  raw: string;
  usage: ModelUsage;
};

/** `instructions` are ours; everything from calendars and pages belongs in `prompt`, quoted as data. */
export type ModelRequest = { instructions: string; prompt: string; budget?: ModelBudget };

/** `isRecheck`: the user wants known facts checked again, so pages are fetched anew, not taken from the vendor's cache. */
export type GatherRequest = ModelRequest & { isRecheck?: boolean };

/** The purpose of a structured answer; each may use a different model. */
export type AnswerStep = 'write' | 'judge';
export type AnswerRequest = ModelRequest & { step: AnswerStep; schema: Record<string, unknown> };

/** The budget left for a run. One request may take several calls, each of which counts. */
export type ModelBudget = {
  /**
   * Called before each call.
   * @throws ModelOutputError `cost_cap_reached` if nothing is left
   */
  check(): void;
  /** Called after each answer, whether used or not. */
  spend(usage: ModelUsage): void;
};

/**
 * The calls research makes to a language model. Throws RateLimitedError, VendorUnavailableError,
 * RequestRejectedError and ModelOutputError; the reason of `signal` if it aborts. Nothing is retried.
 */
export type ResearchModel = {
  /**
   * Lets the model search and read the public web and note its findings. Its tools run at the vendor,
   * so we never connect to researched hosts. Throws only if nothing was gathered yet or the budget is
   * spent; otherwise `cutOff` has the error.
   */
  gather(request: GatherRequest, signal: AbortSignal): Promise<Gathered>;
  /** Returns one answer under a JSON schema. The model has no tools. */
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

/** The vendor answered, but research cannot use the answer. */
export class ModelOutputError extends VendorError {
  override name = 'ModelOutputError';
  declare readonly code: ModelOutputCode;
  /** False if the same request would fail the same way. */
  readonly isRetryable: boolean;

  constructor(code: ModelOutputCode) {
    super(code, MESSAGES[code]);
    this.isRetryable = !FINAL.has(code);
  }
}

const FINAL: ReadonlySet<ModelOutputCode> = new Set(['refused', 'context_too_long', 'cost_cap_reached']);

const MESSAGES: Record<ModelOutputCode, string> = {
  refused: 'The model declined to answer.',
  truncated: 'The model’s answer was cut off.',
  context_too_long: 'The material exceeds the model’s context window.',
  malformed_output: 'The model’s answer did not match the requested format.',
  nothing_usable: 'Nothing in the answer was supported by its sources.',
  search_unavailable: 'The model’s web search failed.',
  cost_cap_reached: 'The research reached the cost cap for one briefing.',
};
