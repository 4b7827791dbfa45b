import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildTemporal } from '#scripts/tools/build-temporal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-temporal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a `go` that lists two packages, and logs how it was called. */
function fakeGo(): { go: string; readCalls: () => string[] } {
  const [go, log] = [join(folder, 'go'), join(folder, 'log')];
  writeFileSync(go, `#!/bin/sh\necho "$1: $GOMAXPROCS cores" >> ${log}\necho one\necho two\n`);
  chmodSync(go, 0o755);
  return { go, readCalls: () => readFileSync(log, 'utf8').trim().split('\n') };
}

describe('buildTemporal', () => {
  test('uses two cores at most, because each compiler takes memory', async () => {
    const { go, readCalls } = fakeGo();
    await buildTemporal({ go, target: join(folder, 'temporal'), version: '1.0.0' });
    expect(readCalls()).toEqual(['list: 2 cores', 'build: 2 cores']);
  });

  test('reports how many packages are built', async () => {
    const { go } = fakeGo();
    const progress: string[] = [];
    const report = (text: string) => progress.push(text);
    await buildTemporal({ go, target: join(folder, 'temporal'), version: '1.0.0', progress: report });
    expect(progress.at(-1)).toBe('building it from source, first run only: 100 % (2 of at most 2 packages)');
  });
});
