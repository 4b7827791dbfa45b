import { expect, test } from 'vitest';
import { isCancelledAtOnce } from '#domain/cancellation.ts';

test.each(['trialing', 'unpaid', 'incomplete'])('a subscription that is %s is cancelled immediately', (status) => {
  expect(isCancelledAtOnce(status)).toBe(true);
});

test('a paid plan lasts until the end of its period', () => {
  expect(isCancelledAtOnce('active')).toBe(false);
});
