import { expect, test } from 'vitest';
import { scoreTone } from '#web/features/meetings/scores.tsx';

test('quality is green from 80, yellow from 60, red below [9.6]', () => {
  expect([100, 80, 79, 60, 59, 0].map(scoreTone)).toEqual([
    'success',
    'success',
    'warning',
    'warning',
    'danger',
    'danger',
  ]);
});
