import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { guards } from './guards.ts';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

// Whether a test fails without its guard takes minutes to find out (`npm run test:guards`); that the list still fits the sources does not.
test.each(guards)('row $row: the text of "$what" stands in $file once', ({ file, text }) => {
  expect(read(file).split(text)).toHaveLength(2);
});
