/** US dollars per million tokens and per thousand web searches. */
export type ModelPrices = { input: number; output: number; search: number };

/** `inputTokens` is the total input, including cache writes and reads, which are priced differently. */
export type TokenUsage = {
  inputTokens: number;
  cacheWriteTokens: number;
  cacheReadTokens: number;
  outputTokens: number;
  searches: number;
};

/** Models that charge more for long prompts have a second row. */
type Row = ModelPrices & { long?: ModelPrices & { aboveTokens: number } };

const SEARCH = 10;
/** Five-minute cache, relative to the input price. */
const CACHE_WRITE = 1.25;
const CACHE_READ = 0.1;

/**
 * List prices by model id, as of 22 November 2026: https://platform.claude.com/docs/en/models/haiku-5-5/overview. An
 * estimate; the invoice decides.
 */
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
 * Returns the cost of a model's response in US dollars.
 *
 * @param others Prices of unlisted models. Without them, such models cost as much as the most expensive listed one, so
 *   that caps apply early rather than late.
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
