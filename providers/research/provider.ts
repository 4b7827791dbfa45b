import { VendorError } from '#providers/errors.ts';

/** A page the vendor's search or fetch returned in this run. */
export type SourcePage = {
  url: string;
  title: string;
  /** The URL that was asked for, where it was fetched; the vendor may report another one after redirects. */
  requestedUrl: string | null;
  /** The text of a fetched page; empty for a page that was only a search result. */
  text: string;
  /** What the vendor says about the page's age, in its own words. */
  age: string | null;
};

/** A passage the model wrote, with what it quotes for it. Without citations it is only the model's word. */
export type CitedPassage = { text: string; citations: { url: string; quote: string }[] };

export type ModelUsage = { inputTokens: number; outputTokens: number; searches: number };

/**
 * `sound`: the web was searched and the vendor's tools worked; only then does finding no page mean that nothing is public. `unused`: the model saw no need
 * to search. `broken`: a tool of the vendor's failed inside the answer.
 */
export type SearchOutcome = 'sound' | 'unused' | 'broken';

export type Gathered = {
  pages: SourcePage[];
  passages: CitedPassage[];
  search: SearchOutcome;
  raw: string;
  usage: ModelUsage;
};
export type Synthesised = {
  /** What the model produced under the schema; still to be checked by the caller. */
  output: unknown;
  raw: string;
  usage: ModelUsage;
};

/** `instructions` are ours; everything from calendars and pages belongs into `prompt`, quoted as data. */
export type ModelRequest = { instructions: string; prompt: string; budget?: ModelBudget };

/** A request to look at the web. */
export type GatherRequest = ModelRequest & {
  /**
   * Sites that are read before the web is searched: the search costs by the piece, and who somebody is they say best themselves. `goOn` is what is said
   * when they were, `readOne` where they have to be read one by one.
   */
  readFirst?: { sites: readonly string[]; readOne: (site: string) => string; goOn: string } | undefined;
};

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
   * Lets the model read and search the public web. Its tools run at the vendor: the product itself connects to no researched host. The search is not even
   * offered before each site of `readFirst` was tried, or refused by the vendor; where the model leaves one out it is not offered at all, which counts as a search that is `broken`.
   */
  gather(request: GatherRequest, signal: AbortSignal): Promise<Gathered>;
  /** One answer under a JSON schema, without tools. */
  synthesise(request: ModelRequest & { schema: Record<string, unknown> }, signal: AbortSignal): Promise<Synthesised>;
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
