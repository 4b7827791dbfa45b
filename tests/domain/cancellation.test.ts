import { expect, test } from 'vitest';
import { isCancelledAtOnce } from '#domain/cancellation.ts';

test.each(['trialing', 'unpaid', 'incomplete'])('a subscription that is %s is cancelled immediately', (status) => {
  expect(isCancelledAtOnce(status)).toBe(true);
});

test('an active subscription is not cancelled immediately', () => {
  expect(isCancelledAtOnce('active')).toBe(false);
});
