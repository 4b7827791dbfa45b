import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';

const text = readFileSync(join(repositoryRoot, 'docs/rules.md'), 'utf8');
/** Files in the tables' second column: names are in `domain`, paths anywhere. */
const named = [...text.matchAll(/^\| [^|]+ \| (.+) \|$/gm)].flatMap(([, files = '']) =>
  [...files.matchAll(/`([^`]+\.ts)`/g)].map(([, file = '']) => file),
);

test('docs/rules.md lists every rule once', () => {
  expect(named.filter((file) => !file.includes('/')).toSorted()).toEqual(
    readdirSync(join(repositoryRoot, 'domain')).toSorted(),
  );
});

test('docs/rules.md refers only to existing files', () => {
  const elsewhere = named.filter((file) => file.includes('/'));
  expect(elsewhere).not.toEqual([]);
  expect(elsewhere.filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([]);
});
