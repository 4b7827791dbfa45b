import { expect, test } from 'vitest';
import { sessionRetryDelayMs } from '#web/api/session.ts';

test('the delay between session retries grows from 1 to 4 s [9.2]', () => {
  expect([0, 1, 2, 3, 4].map(sessionRetryDelayMs)).toEqual([1000, 1000, 2000, 4000, 4000]);
});
