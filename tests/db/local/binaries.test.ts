import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyPostgresBinaries, findPostgresPackage } from '#db/local/binaries.ts';

test("the copy gets the library links the package's install script would create", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-binaries-'));
  const native = join(folder, 'native');
  mkdirSync(join(native, 'lib'), { recursive: true });
  writeFileSync(join(native, 'lib/libpq.so.5.18'), 'library');
  writeFileSync(
    join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
  await copyPostgresBinaries(native, join(folder, 'copy'));
  expect(readFileSync(join(folder, 'copy/lib/libpq.so.5'), 'utf8')).toBe('library');
  expect(readlinkSync(join(folder, 'copy/lib/libpq.so.5'))).toBe('libpq.so.5.18'); // relative, so the folder may move
  rmSync(folder, { recursive: true });
});

test('the installed package holds Postgres 18', () => {
  expect(findPostgresPackage().version).toMatch(/^18\./);
});
