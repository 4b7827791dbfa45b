import { expect, test } from 'vitest';
import { cutText } from '#domain/cut-text.ts';

test.each([
  ['a text that fits', 'abc', 3, 'abc'],
  ['between letters', 'abcd', 3, 'abc'],
  ['before an emoji of several parts', 'ab👩‍👧cd', 4, 'ab'],
  ['after it', 'ab👩‍👧cd', 7, 'ab👩‍👧'],
  ['before a letter with an accent of its own', 'Zoe\u0308', 3, 'Zo'],
  ['a letter with more accents than fit', `e${'\u0301'.repeat(9)}`, 4, `e${'\u0301'.repeat(3)}`],
  ['an emoji longer than the text may be', '👩‍👧', 4, '👩‍'],
  ['no text', '', 3, ''],
])('cuts %s', (_, text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});
