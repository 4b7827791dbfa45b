import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';

const run = promisify(execFile);
let checkout: string;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'ensure-dependencies-'));
  mkdirSync(join(checkout, 'scripts'));
  cpSync(join(repositoryRoot, 'scripts/ensure-dependencies.mjs'), join(checkout, 'scripts/ensure-dependencies.mjs'));
  writeFileSync(join(checkout, 'package.json'), JSON.stringify({ name: 'sample', dependencies: { pg: '8' } }));
  writeFileSync(join(checkout, 'package-lock.json'), '{"lockfileVersion":3}');
  useNpm('process.exit(0)');
});

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

/** Writes a fake npm that logs its arguments, then runs `behaviour`. */
function useNpm(behaviour: string): void {
  writeFileSync(
    join(checkout, 'npm.cjs'),
    `require('node:fs').appendFileSync(${JSON.stringify(join(checkout, 'calls'))}, process.argv.slice(2).join(' ') + '\\n');${behaviour}`,
  );
}

function ensureDependencies() {
  return run(process.execPath, [join(checkout, 'scripts/ensure-dependencies.mjs')], {
    env: { ...process.env, npm_execpath: join(checkout, 'npm.cjs') },
  });
}

function installs(): string[] {
  try {
    return readFileSync(join(checkout, 'calls'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

describe('ensure-dependencies', () => {
  test('installs once from the lockfile, including dev dependencies', async () => {
    const { stdout } = await ensureDependencies();
    expect(stdout).toContain('Installing packages');
    await ensureDependencies();
    expect(installs()).toEqual(['ci --include=dev --include=optional']);
  });

  test('prints nothing when everything is installed', async () => {
    await ensureDependencies();
    expect(await ensureDependencies()).toEqual({ stdout: '', stderr: '' });
  });

  test('reinstalls when the lockfile changes, not when a script does', async () => {
    await ensureDependencies();
    writeFileSync(
      join(checkout, 'package.json'),
      JSON.stringify({ name: 'sample', scripts: { start: 'node .' }, dependencies: { pg: '8' } }),
    );
    await ensureDependencies();
    expect(installs()).toHaveLength(1);
    writeFileSync(join(checkout, 'package-lock.json'), '{"lockfileVersion":3,"packages":{}}');
    await ensureDependencies();
    expect(installs()).toHaveLength(2);
  });

  test('reinstalls when a workspace dependency changes', async () => {
    const folder = join(checkout, 'packages/stand-in');
    mkdirSync(folder, { recursive: true });
    const write = (version: string) =>
      writeFileSync(
        join(folder, 'package.json'),
        JSON.stringify({ name: 'stand-in', dependencies: { jose: version } }),
      );
    writeFileSync(
      join(checkout, 'package.json'),
      JSON.stringify({ name: 'sample', workspaces: ['packages/stand-in'] }),
    );
    write('5');
    await ensureDependencies();
    write('6');
    await ensureDependencies();
    expect(installs()).toHaveLength(2);
  });

  test('reports a failed install and retries on the next run', async () => {
    useNpm('process.exit(7)');
    await expect(ensureDependencies()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm ci failed (exit 7)'),
    });
    useNpm('process.exit(0)');
    await ensureDependencies();
    expect(installs()).toHaveLength(2);
  });

  test('installs once for concurrent commands', async () => {
    useNpm('setTimeout(() => process.exit(0), 700)');
    await Promise.all([ensureDependencies(), ensureDependencies()]);
    expect(installs()).toHaveLength(1);
  });
});
