import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { guards } from './guards.ts';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

// `npm run test:guards` removes each guard, which takes minutes; this only checks that the list matches the sources.
test.each(guards)('row $row: "$what" is in $file once', ({ file, text }) => {
  expect(read(file).split(text)).toHaveLength(2);
});
