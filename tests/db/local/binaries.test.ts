import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyPostgresBinaries, findPostgresPackage } from '#db/local/binaries.ts';

let folder: string;
let native: string;

/** Makes a package with one library and a list with one link to it. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postgres-binaries-'));
  native = join(folder, 'native');
  mkdirSync(join(native, 'lib'), { recursive: true });
  writeFileSync(join(native, 'lib/libpq.so.5.18'), 'library');
  writeFileSync(
    join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the copy gets the library links that the package's install script would create", async () => {
  await copyPostgresBinaries(native, join(folder, 'copy'));
  expect(readFileSync(join(folder, 'copy/lib/libpq.so.5'), 'utf8')).toBe('library');
  expect(readlinkSync(join(folder, 'copy/lib/libpq.so.5'))).toBe('libpq.so.5.18'); // relative, so the folder can move
});

test('other users can read the copy even if the installed package is private to its owner', async () => {
  const paths = ['', 'lib', 'lib/libpq.so.5.18'];
  for (const path of paths) chmodSync(join(native, path), 0o700);
  await copyPostgresBinaries(native, join(folder, 'copy'));
  expect(paths.map((path) => statSync(join(folder, 'copy', path)).mode & 0o777)).toEqual([0o755, 0o755, 0o755]);
});

test('the installed package has a version of Postgres 18', () => {
  expect(findPostgresPackage().version).toMatch(/^18\./);
});
