import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { guards } from './guards.ts';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

// `npm run test:guards` removes each guard, which takes minutes; this only checks that the list matches the sources.
test.each(guards)('row $row: the guard "$what" occurs once in $file', ({ file, text }) => {
  expect(read(file).split(text)).toHaveLength(2);
});

const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const PLACEHOLDER = /%[a-z]|\$/;

// Compares the words before the first placeholder, because a title may name one of several cases.
test.each(guards)('row $row: "$test.title" is a test in $test.file', ({ test: { file, title } }) => {
  const beginnings = [...read(file).matchAll(STRING)].map(([literal]) => ({
    text: literal.slice(1, -1).split(PLACEHOLDER, 1)[0] ?? '',
    isTemplate: PLACEHOLDER.test(literal),
  }));
  const isFound = beginnings.some(
    ({ text, isTemplate }) => text.startsWith(title) || (isTemplate && text !== '' && title.startsWith(text)),
  );
  expect(isFound).toBe(true);
});
