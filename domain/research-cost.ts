/** US dollars: of a million tokens, and of a thousand web searches. */
export type ModelPrices = { input: number; output: number; search: number };

type Usage = { inputTokens: number; outputTokens: number; searches: number };

/** List prices of the vendor's families of models, the dearest first: https://www.anthropic.com/pricing. An estimate: the invoice is the truth. */
const DEAREST: ModelPrices = { input: 5, output: 25, search: 10 };
const FAMILIES: readonly [string, ModelPrices][] = [
  ['opus', DEAREST],
  ['sonnet', { input: 3, output: 15, search: 10 }],
  ['haiku', { input: 1, output: 5, search: 10 }],
];

/** What a model costs by its family. One of no known family is taken for the dearest, so that a cap holds too early rather than too late. */
export function listPrices(model: string): ModelPrices {
  return FAMILIES.find(([family]) => model.includes(family))?.[1] ?? DEAREST;
}

/** In US dollars. Tokens that the vendor had cached count in full. */
export function costUsd({ inputTokens, outputTokens, searches }: Usage, prices: ModelPrices): number {
  return (inputTokens * prices.input + outputTokens * prices.output) / 1e6 + (searches * prices.search) / 1e3;
}
