import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workerProcess } from '#scripts/stack/product.ts';
import { planLocalStack } from '#scripts/stack/settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'product-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('work under way is cut off before the worker itself would be, whatever grace the user set', () => {
  const stack = planLocalStack({ STATE_DIR: folder, WORKER_SHUTDOWN_GRACE_S: '600' });
  const { env, stopTimeoutMs } = workerProcess(stack, 'built');
  expect(Number(env?.['WORKER_SHUTDOWN_GRACE_S']) * 1000).toBeLessThanOrEqual(stopTimeoutMs - 2000);
});
