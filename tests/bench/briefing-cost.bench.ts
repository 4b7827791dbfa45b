import { test } from 'vitest';
import { measureBriefingCost } from '#tests/eval/briefing-cost.ts';
import { reportFigure } from './figures.ts';

test('a briefing stays within its model and search cost limits, with and without dossiers', async () => {
  const { cold, warm } = await measureBriefingCost();
  const searches = cold.steps.gather.searches;
  reportFigure('paid searches per cold briefing', searches, 'searches', { atMost: 3 });
  reportFigure('cost of a cold briefing', cold.usd * 100, 'US cents', { atMost: 6 });
  reportFigure('cost of a warm briefing', warm.usd * 100, 'US cents', { atMost: 3.5 });
});
