import { test } from 'vitest';
import { measureBriefingCost } from '#tests/eval/briefing-cost.ts';
import { reportFigure } from './figures.ts';

test('a briefing stays within its model and search costs, with and without dossiers', async () => {
  const { cold, warm } = await measureBriefingCost();
  const searches = cold.steps.gather.searches;
  reportFigure({ metric: 'paid searches per cold briefing', value: searches, unit: 'searches', bar: { atMost: 3 } });
  reportFigure({ metric: 'cost of a cold briefing', value: cold.usd * 100, unit: 'US cents', bar: { atMost: 6 } });
  reportFigure({ metric: 'cost of a warm briefing', value: warm.usd * 100, unit: 'US cents', bar: { atMost: 3.5 } });
});
