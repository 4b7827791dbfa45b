import { test } from 'vitest';
import { measureBriefingCost } from '#tests/eval/briefing-cost.ts';
import { reportFigure } from './figures.ts';

const USERS = 1_000;

test('what a briefing takes of model and search, at a thousand users who share companies', async () => {
  const { searches, inputTokens, outputTokens, costUsd } = await measureBriefingCost(USERS);
  reportFigure({ metric: 'paid searches a briefing', value: searches, unit: 'searches', bar: { atMost: 1 } });
  reportFigure({
    metric: 'input tokens a briefing',
    value: Math.round(inputTokens),
    unit: 'tokens',
    bar: { atMost: 9_000 },
  });
  reportFigure({
    metric: 'output tokens a briefing',
    value: Math.round(outputTokens),
    unit: 'tokens',
    bar: { atMost: 1_300 },
  });
  reportFigure({ metric: 'cost a briefing', value: costUsd * 100, unit: 'US cents', bar: { atMost: 2.5 } });
});
