import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConstantTime } from '#api/constant-time.ts';
import { measure } from '#tests/support/measure.ts';

const SLOW_MS = 300;

test('a busy server pads fast work to the typical duration of its kind', async () => {
  const inConstantTime = createConstantTime();
  await Promise.all(Array.from({ length: 10 }, () => inConstantTime(() => sleep(SLOW_MS))));
  expect(await measure(() => inConstantTime(() => Promise.resolve()))).toBeGreaterThan(SLOW_MS * 0.95);
  // The fastest of a few, since a busy machine may delay any of them.
  const ofAnotherKind = createConstantTime();
  const times = await Promise.all(
    Array.from({ length: 5 }, () => measure(() => ofAnotherKind(() => Promise.resolve()))),
  );
  expect(Math.min(...times)).toBeLessThan(SLOW_MS);
});

test('a single stall does not slow down later work', async () => {
  const inConstantTime = createConstantTime();
  await Promise.all(Array.from({ length: 15 }, () => inConstantTime(() => Promise.resolve())));
  await inConstantTime(() => sleep(SLOW_MS));
  const times = await Promise.all(
    Array.from({ length: 5 }, () => measure(() => inConstantTime(() => Promise.resolve()))),
  );
  expect(Math.min(...times)).toBeLessThan(SLOW_MS);
});
