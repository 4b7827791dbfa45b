import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandError, runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';

/** What the image holds, as Dockerfile copies it; dist is not built here. */
let image: string;
beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'image-'));
  const stage = readFileSync(join(repositoryRoot, 'Dockerfile'), 'utf8').split('\nFROM ').at(-1) ?? '';
  for (const [, what = ''] of stage.matchAll(/^COPY (?!--from)(.*)$/gm)) {
    const [target = '', ...sources] = what.split(' ').toReversed();
    for (const source of sources) copyInto(image, source, target);
  }
  symlinkSync(join(repositoryRoot, 'node_modules'), join(image, 'node_modules'));
});
afterAll(() => rmSync(image, { recursive: true }));

function copyInto(folder: string, source: string, target: string): void {
  const to = join(folder, target.endsWith('/') ? join(target, source.split('/').at(-1) ?? '') : target);
  mkdirSync(dirname(to), { recursive: true });
  if (to !== folder && !target.endsWith('./')) cpSync(join(repositoryRoot, source), to, { recursive: true });
}

async function run(role: string[], env: Record<string, string> = {}): Promise<string> {
  cpSync(join(repositoryRoot, 'package.json'), join(image, 'package.json'));
  const path = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  try {
    return await runCommand(join(image, 'ops/entrypoint.sh'), role, { env: { PATH: path, ...env } });
  } catch (error) {
    if (error instanceof CommandError) return `${error.message}\n${error.output}`;
    throw error;
  }
}

// Each role is a process that loads all its code.
describe('the image', { timeout: 60_000 }, () => {
  // It misses its settings only when it has loaded.
  test.each([
    [['api'], /The API cannot start, settings are missing[\s\S]*SESSION_SECRET/],
    [['worker'], /The worker cannot start[\s\S]*ANTHROPIC_API_KEY/],
    [['migrate'], /DATABASE_OWNER_URL is missing/],
    [['register-engine'], /TEMPORAL_ADDRESS is missing/],
    [['backup'], /Usage: backup/],
    [['mark-unknown'], /Usage: mark-unknown/],
    [['replay-journal'], /Usage: replay-journal/],
    [['re-encrypt'], /Usage: re-encrypt/],
    [['admin', 'nonsense'], /Usage: npm run admin/],
    [['nothing'], /There is no role nothing/],
  ])('has the code of %s', async (role, says) => {
    expect(await run(role)).toMatch(says);
  });

  test('reads a setting from the file that NAME_FILE names, and leaves no trace of the file', async () => {
    const secret = join(image, 'owner');
    writeFileSync(secret, 'postgres://nobody:sesame@127.0.0.1:1/none');
    const output = await run(['migrate'], { DATABASE_OWNER_URL_FILE: secret });
    expect(output).toContain('Migrating the database failed');
    expect(output).not.toContain('sesame');
  });

  test('leaves the certificates of the machine where they are named', async () => {
    const output = await run(['nothing'], { SSL_CERT_FILE: '/nowhere/ca.crt' });
    expect(output).toContain('There is no role nothing');
  });

  test('says which file cannot be read', async () => {
    const output = await run(['migrate'], { DATABASE_OWNER_URL_FILE: '/nowhere' });
    expect(output).toContain('DATABASE_OWNER_URL_FILE names /nowhere, which cannot be read.');
  });
});
