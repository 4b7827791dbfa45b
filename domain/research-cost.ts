/** US dollars per million tokens, and per thousand web searches. */
export type ModelPrices = { input: number; output: number; search: number };

/** `inputTokens` holds all of the input; what of it was written to the cache or read from it has a price of its own. */
export type TokenUsage = {
  inputTokens: number;
  cacheWriteTokens: number;
  cacheReadTokens: number;
  outputTokens: number;
  searches: number;
};

/** A model whose long prompts cost more has a second row for them. */
type Row = ModelPrices & { long?: ModelPrices & { aboveTokens: number } };

const SEARCH = 10;
/** Cached for five minutes, as a share of the price of input. */
const CACHE_WRITE = 1.25;
const CACHE_READ = 0.1;

/** List prices by model id, read on 22 November 2026: https://platform.claude.com/docs/en/models/haiku-5-5/overview. An estimate: the invoice is the truth. */
const LIST: Readonly<Record<string, Row>> = {
  'claude-fable-5-1': { input: 10, output: 50, search: SEARCH },
  'claude-opus-5-5': { input: 4, output: 20, search: SEARCH },
  'claude-sonnet-5-5': { input: 2, output: 10, search: SEARCH },
  'claude-haiku-5-5': {
    input: 0.1,
    output: 0.5,
    search: SEARCH,
    long: { aboveTokens: 100_000, input: 0.5, output: 2.5, search: SEARCH },
  },
};

/**
 * What one answer of a model cost, in US dollars.
 *
 * @param others Prices of models that the table does not list. Without them such a model counts as the dearest one, so that a cap is reached early rather
 *   than late.
 */
export function costUsd(usage: TokenUsage, model: string, others: ModelPrices | null = null): number {
  const row: Row = LIST[model] ?? others ?? dearest();
  const { input, output, search } = row.long && usage.inputTokens > row.long.aboveTokens ? row.long : row;
  const { inputTokens, cacheWriteTokens, cacheReadTokens } = usage;
  const fullTokens = inputTokens - cacheWriteTokens - cacheReadTokens;
  const paidTokens = fullTokens + cacheWriteTokens * CACHE_WRITE + cacheReadTokens * CACHE_READ;
  return (paidTokens * input + usage.outputTokens * output) / 1e6 + (usage.searches * search) / 1e3;
}

function dearest(): Row {
  return Object.values(LIST).reduce((one, other) => (other.output > one.output ? other : one));
}
