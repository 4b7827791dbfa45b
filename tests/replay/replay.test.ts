import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '#telemetry/logger.ts';
import { historiesFolder } from '#tests/support/histories.ts';
import { buildWorkflowBundle } from '#workers/bundle.ts';

const names = readdirSync(historiesFolder).filter((name) => name.endsWith('.json'));
let folder: string;
let codePath: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreword-replay-'));
  codePath = join(folder, 'workflows.js');
  await buildWorkflowBundle(codePath, createLogger({ service: 'replay', level: 'silent' }));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function readHistory(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(historiesFolder, name), 'utf8'));
}

describe("running workflows continue with today's code", () => {
  test.for(names)('%s', async (name) => {
    const replay = Worker.runReplayHistory({ workflowBundle: { codePath } }, await readHistory(name), name);
    await expect(replay).resolves.toBeUndefined();
  });
});

test('a replay rejects a history with different steps', async () => {
  const name = 'sync-calendar-waiting.json';
  const text = JSON.stringify(await readHistory(name)).replaceAll('syncCalendarAccount', 'someOtherActivity');
  const replay = Worker.runReplayHistory({ workflowBundle: { codePath } }, JSON.parse(text), name);
  await expect(replay).rejects.toThrow(/nondeterminis/i);
});
