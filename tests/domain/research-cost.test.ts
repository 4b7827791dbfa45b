import { expect, test } from 'vitest';
import { costUsd, listPrices } from '#domain/research-cost.ts';

test('a million tokens and a thousand searches cost what the list says', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 1_000_000, searches: 1_000 };
  expect(costUsd(usage, { input: 3, output: 15, search: 10 })).toBeCloseTo(28);
  expect(costUsd({ inputTokens: 0, outputTokens: 0, searches: 0 }, listPrices('claude-sonnet-5-5'))).toBe(0);
});

test('a model is priced by its family, and an unknown one as the dearest', () => {
  expect(listPrices('claude-haiku-4-5').output).toBe(5);
  expect(listPrices('claude-sonnet-5-5').output).toBe(15);
  expect(listPrices('claude-opus-5')).toEqual(listPrices('something-new'));
});
