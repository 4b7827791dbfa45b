import { expect, test } from 'vitest';
import { shortcutKey } from '#web/features/shell/single-keys.ts';

test.each([
  { layout: 'US', key: 'k', code: 'KeyK', expected: 'k' },
  { layout: 'Dvorak', key: 'k', code: 'KeyV', expected: 'k' },
  { layout: 'AZERTY', key: '?', code: 'KeyM', expected: '?' },
  { layout: 'Russian', key: 'л', code: 'KeyK', expected: 'k' },
  { layout: 'Greek, with Shift', key: 'Κ', code: 'KeyK', expected: 'k' },
  { layout: 'Russian', key: '/', code: 'Backslash', expected: '/' },
  { layout: 'any', key: 'ArrowDown', code: 'ArrowDown', expected: 'ArrowDown' },
  { layout: 'any dead key', key: 'Dead', code: 'KeyE', expected: 'Dead' },
])('the shortcut of $key on a $layout layout is $expected', ({ key, code, expected }) => {
  expect(shortcutKey({ key, code })).toBe(expected);
});
