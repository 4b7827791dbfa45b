import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../../web/src');

test('the design system pages import every component', async () => {
  const parts = (await readdir(join(SOURCES, 'ui'))).filter((name) => name.endsWith('.tsx'));
  const pages = await readdir(join(SOURCES, 'dev'));
  const code = await Promise.all(pages.map((name) => readFile(join(SOURCES, 'dev', name), 'utf8')));
  const imported = new Set([...code.join('\n').matchAll(/from '#web\/ui\/(.+)'/g)].map(([, name]) => name));
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.filter((name) => !imported.has(name))).toEqual([]);
});
