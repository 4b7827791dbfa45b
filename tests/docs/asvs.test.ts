import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';

/** The requirements of levels 1 and 2, by section; level 3 is omitted. */
const ASKED: Record<string, readonly number[]> = {
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
};

const text = readFileSync(join(repositoryRoot, 'docs/asvs.md'), 'utf8');
const lines = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, id = '', where = '']) => [id, where] as const,
);
const attacks = new Set(
  [
    ...readFileSync(join(repositoryRoot, 'docs/security.md'), 'utf8').matchAll(/^\| (\d+[a-z]?(?:, \d+)*) \|/gm),
  ].flatMap(([, rows = '']) => rows.split(', ')),
);

describe('docs/asvs.md', () => {
  test('lists each requirement once, in order', () => {
    const asked = Object.entries(ASKED).flatMap(([section, numbers]) =>
      numbers.map((number) => `${section}.${number}`),
    );
    expect(lines.map(([id]) => id)).toEqual(asked);
  });

  test.each(lines)('refers only to existing files for %s', (_, where) => {
    const named = [...where.matchAll(/`((?:api|contract|db|providers|web|[a-z0-9]+)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    );
    const missing = named.filter(
      (path) =>
        !existsSync(join(repositoryRoot, path)) &&
        !existsSync(join(repositoryRoot, `tests/${path}.test.ts`)) &&
        !existsSync(join(repositoryRoot, `tests/${path}.ts`)),
    );
    expect(missing).toEqual([]);
  });

  test.each(lines)('refers only to existing attacks for %s', (_, where) => {
    const rows = [...where.matchAll(/(?:rows?|attack) (\d+[a-z]?)(?:(?:,| and| to) (\d+[a-z]?))*/g)].flatMap(
      ([whole]) => whole.match(/\d+[a-z]?/g) ?? [],
    );
    expect(rows.filter((row) => !attacks.has(row))).toEqual([]);
  });
});
