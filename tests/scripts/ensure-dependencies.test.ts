import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
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

/** Runs the script on this machine, or on one that differs in some properties of `process`. */
function ensureDependencies(differences = '{}') {
  const other = join(checkout, 'machine.cjs');
  writeFileSync(
    other,
    `for (const [name, value] of Object.entries(${differences})) Object.defineProperty(process, name, { value });`,
  );
  return run(process.execPath, ['--require', other, join(checkout, 'scripts/ensure-dependencies.mjs')], {
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
  test('installs once from the lockfile, including dev dependencies, ignoring engine constraints', async () => {
    const { stdout } = await ensureDependencies();
    expect(stdout).toContain('Installing packages');
    await ensureDependencies();
    expect(installs()).toEqual(['ci --include=dev --include=optional --engine-strict=false']);
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

  test('reinstalls packages installed on another platform', async () => {
    await ensureDependencies();
    await ensureDependencies(`{ arch: '${process.arch === 'x64' ? 'arm64' : 'x64'}' }`);
    expect(installs()).toHaveLength(2);
  });

  test('installs with npm even when another package manager was called', async () => {
    const bin = join(checkout, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "npm $1" >> '${join(checkout, 'calls')}'`, { mode: 0o755 });
    await run(process.execPath, [join(checkout, 'scripts/ensure-dependencies.mjs')], {
      env: { PATH: [bin, process.env['PATH']].join(delimiter), npm_execpath: join(checkout, 'pnpm.cjs') },
    });
    expect(installs()).toEqual(['npm ci']);
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

describe('ensure-dependencies immediately rejects', () => {
  test.each([
    [
      'an old Node',
      "{ versions: { node: '18.20.4' } }",
      'needs Node 20 or newer to install itself; this is Node 18.20.4.',
    ],
    ['Alpine', '{ report: { getReport: () => ({ header: {} }) } }', 'with glibc; this is Linux with another C library'],
    ['an unsupported processor', "{ arch: 'riscv64' }", 'Linux on x64 or arm64, with glibc; this is linux on riscv64.'],
    ['Windows', "{ platform: 'win32' }", 'On Windows, use WSL 2.'],
    ['macOS with an old Node', "{ platform: 'darwin', versions: { node: '20.20.2' } }", 'needs Node 24 or newer'],
  ])('%s', async (_, machine, message) => {
    await expect(ensureDependencies(machine)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message),
    });
    expect(installs()).toEqual([]);
  });
});

test.each(['start', 'dev', 'test'])('npm %s installs even if npm ignores pre-scripts', async (name) => {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
  writeFileSync(join(checkout, 'package.json'), JSON.stringify({ name: 'sample', scripts }));
  // Like a real installation, it adds the Node that runs what follows.
  const bin = join(checkout, 'node_modules/.bin');
  writeFileSync(
    join(checkout, 'scripts/ensure-dependencies.mjs'),
    `import { mkdirSync, writeFileSync } from 'node:fs';
    mkdirSync('${bin}', { recursive: true });
    writeFileSync('${bin}/node', '#!/bin/sh\\necho "installed node runs $*"', { mode: 0o755 });`,
  );
  const { stdout } = await run('npm', ['run', name, '--ignore-scripts', '--', 'more'], { cwd: checkout });
  expect(stdout).toContain(`installed node runs scripts/${name}.ts more`);
});
