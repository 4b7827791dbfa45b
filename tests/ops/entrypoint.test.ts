import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layOutImage } from '#scripts/build-image.ts';
import { CommandError, runCommand } from '#scripts/processes/run-command.ts';

/**
 * A folder outside the repository with the image's contents except the pages, so that a role can load only what the
 * image holds.
 */
let image: string;
beforeAll(async () => {
  image = mkdtempSync(join(tmpdir(), 'image-'));
  await layOutImage(image);
}, 120_000);
afterAll(() => rmSync(image, { recursive: true }));

async function run(role: string[], env: Record<string, string> = {}): Promise<string> {
  const path = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  try {
    return await runCommand(join(image, 'ops/entrypoint.sh'), role, { env: { PATH: path, ...env } });
  } catch (error) {
    if (error instanceof CommandError) return `${error.message}\n${error.output}`;
    throw error;
  }
}

// Each role starts a process that loads all its code.
describe('the image', () => {
  // Missing settings are reported only once all code has loaded.
  test.each([
    [['api'], /The API cannot start because settings are missing[\s\S]*SESSION_SECRET/],
    [['worker'], /The worker cannot start[\s\S]*ANTHROPIC_API_KEY/],
    [['migrate'], /DATABASE_OWNER_URL is missing/],
    [['register-engine'], /TEMPORAL_ADDRESS is missing/],
    [['backup'], /Usage: backup/],
    [['mark-unknown'], /Usage: mark-unknown/],
    [['replay-journal'], /Usage: replay-journal/],
    [['find-customers'], /Usage: find-customers/],
    [['re-encrypt'], /Usage: re-encrypt/],
    [['end-sessions', 'nobody'], /Usage: end-sessions/],
    [['admin', 'nonsense'], /Usage: npm run admin/],
    [['nothing'], /Unknown role: nothing/],
  ])('started as %s, loads all its code and reports what is missing or wrong', async (role, says) => {
    expect(await run(role)).toMatch(says);
  });

  test('reads a setting from the file in NAME_FILE without logging its value', async () => {
    const secret = join(image, 'owner');
    writeFileSync(secret, 'postgres://nobody:sesame@127.0.0.1:1/none');
    const output = await run(['migrate'], { DATABASE_OWNER_URL_FILE: secret });
    expect(output).toContain('Migrating the database failed');
    expect(output).not.toContain('sesame');
  });

  test('passes options on to replay-journal', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ENCRYPTION_KEYS: 'any', JOURNAL_DIR: image };
    expect(await run(['replay-journal', 'nonsense'], env)).toContain('Usage: replay-journal');
  });

  test('does not read SSL_CERT_FILE as a setting', async () => {
    const output = await run(['nothing'], { SSL_CERT_FILE: '/nowhere/ca.crt' });
    expect(output).toContain('Unknown role: nothing');
  });

  test('reports a NAME_FILE that cannot be read', async () => {
    const output = await run(['migrate'], { DATABASE_OWNER_URL_FILE: '/nowhere' });
    expect(output).toContain('DATABASE_OWNER_URL_FILE names /nowhere, which cannot be read.');
  });
});
