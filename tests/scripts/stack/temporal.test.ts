import { delimiter } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ProcessSpec } from '#scripts/processes/managed-process.ts';
import { startTemporal } from '#scripts/stack/temporal.ts';
import { temporaryFolder, writeProgram } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();

test('startTemporal creates the namespace that the product uses', async () => {
  writeProgram(folder(), 'temporal', 'echo temporal version 1.8.2');
  vi.stubEnv('PATH', `${folder()}${delimiter}${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const started: ProcessSpec[] = [];
  const supervisor = {
    start: async (spec: ProcessSpec) => void started.push(spec),
    stopAll: async () => undefined,
  };
  await startTemporal(supervisor, { namespace: 'foreword', dataFolder: folder(), port: 7233, uiPort: null });
  expect(started[0]?.args).toContain('--namespace=foreword');
});
