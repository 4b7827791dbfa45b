import { expect, test } from 'vitest';
import { createBudget, withBudget } from '#providers/research/budget.ts';
import type { ModelRequest, ResearchModel } from '#providers/research/provider.ts';
import { usageOf } from '#tests/support/research-models.ts';

const answer = usageOf({ inputTokens: 1_000, outputTokens: 1_000, searches: 1, usd: 0.028 });

test('a budget that has reached its cap refuses further requests', () => {
  const budget = createBudget(0.05);
  budget.check();
  budget.spend(answer);
  expect(budget.spent().usd).toBeCloseTo(0.028);
  expect(budget.left()).toBeCloseTo(0.44);
  budget.check();
  budget.spend(answer);
  expect(() => budget.check()).toThrow('reached the cost cap');
  expect(budget.left()).toBe(0);
});

test('the cost of earlier attempts counts towards the cap', () => {
  const before = usageOf({ inputTokens: 10, outputTokens: 20, searches: 3, usd: 0.049 });
  const budget = createBudget(0.05, before);
  expect(() => budget.check()).not.toThrow();
  budget.spend(answer);
  expect(budget.spent()).toMatchObject({ inputTokens: 1_010, outputTokens: 1_020, searches: 4 });
  expect(() => createBudget(0.05, { ...before, usd: 0.05 }).check()).toThrow('reached the cost cap');
});

test('all requests of a run share one budget', async () => {
  const asked: ModelRequest[] = [];
  const model: ResearchModel = {
    gather: async (request) => {
      asked.push(request);
      return { pages: [], failedFetches: [], passages: [], search: 'sound', cutOff: null, usage: answer };
    },
    answer: async (request) => {
      asked.push(request);
      return { output: {}, raw: '', usage: answer };
    },
  };
  const budget = createBudget(0.05);
  const capped = withBudget(model, budget);
  const request = { instructions: '', prompt: '' };
  await capped.gather(request, AbortSignal.timeout(1_000));
  await capped.answer({ ...request, step: 'write', schema: {} }, AbortSignal.timeout(1_000));
  expect(asked.map((one) => one.budget)).toEqual([budget, budget]);
});
