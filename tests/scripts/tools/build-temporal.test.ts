import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildTemporal } from '#scripts/tools/build-temporal.ts';
import { temporaryFolder, writeProgram } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();

/** Creates a fake `go` that lists two packages and logs its calls. */
function fakeGo(): { go: string; readCalls: () => string[] } {
  const log = join(folder(), 'log');
  const go = writeProgram(folder(), 'go', `echo "$1: $GOMAXPROCS cores" >> "${log}"\necho one\necho two\n`);
  return { go, readCalls: () => readFileSync(log, 'utf8').trim().split('\n') };
}

describe('buildTemporal', () => {
  test('uses at most two cores, because each compiler takes memory', async () => {
    const { go, readCalls } = fakeGo();
    await buildTemporal({ go, target: join(folder(), 'temporal'), version: '1.0.0' });
    expect(readCalls()).toEqual(['list: 2 cores', 'build: 2 cores']);
  });

  test('reports how many packages are built', async () => {
    const { go } = fakeGo();
    const progress: string[] = [];
    const report = (text: string) => progress.push(text);
    await buildTemporal({ go, target: join(folder(), 'temporal'), version: '1.0.0', progress: report });
    expect(progress.at(-1)).toBe('building it from source, first run only: 100 % (2 of at most 2 packages)');
  });
});
