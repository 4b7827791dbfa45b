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

/** Strings right after `test(` or the rows of `test.each`. */
const TITLES = /(?:\btest|\))\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;
const PLACEHOLDER = /%[a-z]|\$\{[^}]*\}|\$[\w.]+/;

test.each(guards)('row $row: "$test.title" is a test in $test.file', ({ test: { file, title } }) => {
  const titles = [...read(file).matchAll(TITLES)].map(([, literal = '']) =>
    literal.slice(1, -1).replaceAll(/\\(.)/g, '$1'),
  );
  expect(titles.some((template) => beginsLike(title, template))).toBe(true);
});

/**
 * Returns whether a title, or a longer one that begins with it, fits a template. A value in place of a placeholder must
 * be followed by at least some of the template's next text; otherwise any title that begins alike would fit.
 */
function beginsLike(title: string, template: string): boolean {
  const [beginning = '', ...pieces] = template.split(PLACEHOLDER);
  if (!title.startsWith(beginning)) return beginning.startsWith(title);
  let rest = title.slice(beginning.length);
  for (const piece of pieces) {
    if (rest === '' || piece === '') return true;
    const at = rest.indexOf(piece);
    if (at < 0) return Array.from(piece, (_, end) => piece.slice(0, end + 1)).some((start) => rest.endsWith(start));
    rest = rest.slice(at + piece.length);
  }
  return true;
}
