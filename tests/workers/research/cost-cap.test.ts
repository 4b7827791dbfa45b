import { expect, test } from 'vitest';
import type { ModelRequest, ResearchModel } from '#providers/research/provider.ts';
import { createBudget, withBudget } from '#workers/research/cost-cap.ts';

const prices = { input: 3, output: 15, search: 10 };
const cap = { prices, capUsd: 0.05 };
const answer = { inputTokens: 1_000, outputTokens: 1_000, searches: 1 };

test('once a run has taken what it may cost nothing more is asked', () => {
  const budget = createBudget(cap);
  budget.check();
  budget.spend(answer);
  expect(budget.spent().usd).toBeCloseTo(0.028);
  budget.check();
  budget.spend(answer);
  expect(() => budget.check()).toThrow('as much as one briefing may cost');
});

test('what earlier attempts took counts, and adds up', () => {
  const before = { inputTokens: 10, outputTokens: 20, searches: 3 };
  const budget = createBudget(cap, { ...before, usd: 0.049 });
  expect(() => budget.check()).not.toThrow();
  budget.spend(answer);
  expect(budget.spent()).toMatchObject({ inputTokens: 1_010, outputTokens: 1_020, searches: 4 });
  expect(() => createBudget(cap, { ...before, usd: 0.05 }).check()).toThrow('may cost');
});

test('every request of a run draws on the one budget', async () => {
  const asked: ModelRequest[] = [];
  const model: ResearchModel = {
    gather: async (request) => {
      asked.push(request);
      return { pages: [], passages: [], search: 'sound', raw: '', usage: answer };
    },
    synthesise: async (request) => {
      asked.push(request);
      return { output: {}, raw: '', usage: answer };
    },
  };
  const budget = createBudget(cap);
  const capped = withBudget(model, budget);
  const request = { instructions: '', prompt: '' };
  await capped.gather(request, AbortSignal.timeout(1_000));
  await capped.synthesise({ ...request, schema: {} }, AbortSignal.timeout(1_000));
  expect(asked.map((one) => one.budget)).toEqual([budget, budget]);
});
