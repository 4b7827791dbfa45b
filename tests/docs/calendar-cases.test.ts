import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';

const lines = readFileSync(join(repositoryRoot, 'docs/calendar-cases.md'), 'utf8').split('\n');
const rows = lines.flatMap((line) => {
  const [, number, , google, outlook] = line.split('|').map((cell) => cell.trim());
  if (!/^\d+$/.test(number ?? '')) return [];
  const files = [...`${google} ${outlook}`.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '');
  return [{ number: Number(number), files: [...new Set(files)] }];
});

test('docs/calendar-cases.md lists every case once', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 47 }, (_, index) => index + 1));
});

test.each(rows)('case $number is in a test title in each file listed for it', ({ number, files }) => {
  expect(files).not.toEqual([]);
  for (const file of files) {
    const text = readFileSync(join(repositoryRoot, 'tests', `${file}.test.ts`), 'utf8');
    const titles = [...text.matchAll(/\bcases? ([\d, and]+):/g)].map(([, numbers]) => numbers ?? '');
    const numbers = titles.flatMap((title) => title.match(/\d+/g) ?? []).map(Number);
    expect({ file, numbers }).toEqual({ file, numbers: expect.arrayContaining([number]) });
  }
});
