import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';

const guide = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8');
const procedures = [...guide.matchAll(/^\| ([^|]+) \| `(tests\/[^`]+)`: "([^"]+)" \|$/gm)].map(
  ([, procedure = '', path = '', title = '']) => [procedure, path, title] as const,
);

describe("the operators' guide", () => {
  test('names a test for each procedure', () => {
    expect(procedures.length).toBeGreaterThan(10);
  });

  test.each(procedures)('names an existing test for: %s', (_, path, title) => {
    expect(readFileSync(join(repositoryRoot, path), 'utf8')).toContain(`'${title}'`);
  });

  test('shows existing pictures', () => {
    const pictures = [...guide.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((path) => !existsSync(join(repositoryRoot, 'docs', path)))).toEqual([]);
  });
});
