import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** Creates an empty folder before each test and deletes it afterwards. The returned function returns its path. */
export function temporaryFolder(): () => string {
  let path = '';
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'foreword-test-'));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));
  return () => path;
}

/** Writes an executable that runs `script`, nothing by default. Returns its path. */
export function writeProgram(folder: string, name: string, script = ''): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}`);
  chmodSync(path, 0o755);
  return path;
}
