import { expect, test, vi } from 'vitest';
import { runTogether } from '#workers/run-together.ts';

test('if one run fails, stops the others and waits for them to end', async () => {
  const { promise: other, resolve: end } = Promise.withResolvers<void>();
  const stop = vi.fn<() => void>();
  const settled = vi.fn<() => void>();
  const together = runTogether([Promise.reject(new Error('lost')), other], stop);
  together.catch(settled);
  await expect.poll(() => stop).toHaveBeenCalled();
  expect(settled).not.toHaveBeenCalled();
  end();
  await expect(together).rejects.toThrow('lost');
});

test('without a failure, ends with the last run', async () => {
  await expect(runTogether([Promise.resolve(), Promise.resolve()], () => {})).resolves.toBeUndefined();
});
