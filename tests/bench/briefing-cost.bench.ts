import { test } from 'vitest';
import { measureBriefingCost } from '#tests/eval/briefing-cost.ts';
import { reportFigure } from './figures.ts';

test('model and search cost of a briefing, with and without dossiers', async () => {
  const { cold, warm } = await measureBriefingCost();
  const searches = cold.steps.gather.searches;
  reportFigure({ metric: 'paid searches a cold briefing', value: searches, unit: 'searches', bar: { atMost: 3 } });
  reportFigure({ metric: 'cost a cold briefing', value: cold.usd * 100, unit: 'US cents', bar: { atMost: 6 } });
  reportFigure({ metric: 'cost a warm briefing', value: warm.usd * 100, unit: 'US cents', bar: { atMost: 3.5 } });
});
