import { expect, test } from 'vitest';
import { costUsd, type TokenUsage } from '#domain/research-cost.ts';

const million = 1_000_000;
const usage = (some: Partial<TokenUsage>): TokenUsage => ({
  inputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  outputTokens: 0,
  searches: 0,
  ...some,
});

test.each([
  ['claude-sonnet-5-5', { inputTokens: million }, 2],
  ['claude-sonnet-5-5', { outputTokens: million }, 10],
  ['claude-opus-5-5', { inputTokens: million, outputTokens: million }, 24],
  ['claude-haiku-5-5', { inputTokens: 100_000 }, 0.01],
  ['claude-haiku-5-5', { searches: 1_000 }, 10],
])('%s: %o costs $%d', (model, some, dollars) => {
  expect(costUsd(usage(some), model)).toBeCloseTo(dollars);
});

test('a cache write costs 25% more than input, a cache read 90% less', () => {
  const written = usage({ inputTokens: million, cacheWriteTokens: million });
  const read = usage({ inputTokens: million, cacheReadTokens: million });
  const half = usage({ inputTokens: 2 * million, cacheReadTokens: million });
  expect(costUsd(written, 'claude-sonnet-5-5')).toBeCloseTo(2.5);
  expect(costUsd(read, 'claude-sonnet-5-5')).toBeCloseTo(0.2);
  expect(costUsd(half, 'claude-sonnet-5-5')).toBeCloseTo(2.2);
});

test('a long prompt to the small model costs five times as much', () => {
  const long = usage({ inputTokens: 100_001, outputTokens: 1_000 });
  expect(costUsd(long, 'claude-haiku-5-5')).toBeCloseTo(0.0525, 4);
});

test('an unknown model costs as much as the most expensive one or the configured price', () => {
  const some = usage({ inputTokens: million, outputTokens: million });
  expect(costUsd(some, 'claude-new')).toBe(costUsd(some, 'claude-fable-5-1'));
  expect(costUsd(some, 'claude-sonnet-5-5-20260928')).toBe(costUsd(some, 'claude-fable-5-1'));
  const others = { input: 1, output: 5, search: 10 };
  expect(costUsd(some, 'claude-new', others)).toBeCloseTo(6);
  expect(costUsd(some, 'claude-opus-5-5', others)).toBeCloseTo(24);
});
