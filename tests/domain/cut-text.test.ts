import { expect, test } from 'vitest';
import { cutText } from '#domain/cut-text.ts';

test.each([
  ['keeps a text that fits', 'abc', 3, 'abc'],
  ['cuts between letters', 'abcd', 3, 'abc'],
  ['cuts before an emoji of several parts', 'ab👩‍👧cd', 4, 'ab'],
  ['cuts after an emoji of several parts', 'ab👩‍👧cd', 7, 'ab👩‍👧'],
  ['cuts before a letter with a combining accent', 'Zoe\u0308', 3, 'Zo'],
  ['cuts a letter with more accents than fit', `e${'\u0301'.repeat(9)}`, 4, `e${'\u0301'.repeat(3)}`],
  ['cuts an emoji longer than the limit', '👩‍👧', 4, '👩‍'],
  ['keeps an empty text', '', 3, ''],
])('cutText %s', (_, text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});
