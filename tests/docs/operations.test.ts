import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';

const guide = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8');
/** Returns the cells of the table with these headings. */
function readTable(...headings: string[]): string[][] {
  const [, rows] = guide.split(`| ${headings.join(' | ')} |\n${'|---'.repeat(headings.length)}|\n`);
  if (rows === undefined) throw new Error(`docs/operations.md has no table of ${headings.join(' and ')}`);
  const lines = rows.split('\n');
  return lines.slice(0, lines.indexOf('')).map((line) => line.slice(2, -2).split(' | '));
}

const procedures = readTable('procedure', 'test').map(([procedure = '', where = '']) => {
  const [, path = '', title = ''] = /^`(tests\/[^`]+)`: "([^"]+)"$/.exec(where) ?? [];
  return { procedure, path, title };
});
const steps = readTable('procedure', 'step').flatMap(([procedure = '', told = '']) =>
  told.split('", "').map((step) => ({ procedure, step: step.replaceAll('"', '') })),
);

describe("the operators' guide", () => {
  test.each(procedures)('refers to an existing test for: $procedure', ({ path, title }) => {
    expect(readFileSync(join(repositoryRoot, path), 'utf8')).toContain(`'${title}'`);
  });

  test.each(steps)('refers to an existing step of the container tests for: $procedure', ({ step }) => {
    const run = readFileSync(join(repositoryRoot, 'tests/compose/run.ts'), 'utf8');
    expect([`'${step}'`, `"${step}"`].some((quoted) => run.includes(`step(${quoted}`))).toBe(true);
  });

  test('shows only pictures that exist', () => {
    const pictures = [...guide.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((path) => !existsSync(join(repositoryRoot, 'docs', path)))).toEqual([]);
  });
});
